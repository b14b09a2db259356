// The worker of an installed app: it keeps one page for the time without a line, and asks the network for everything else.
const KEPT = "offline", PAGE = "/offline";
const worker = /** @type {any} */ (self);

/** The page and what it is made of, as nobody in particular sees it. */
async function keepPage() {
  const page = await fetch(PAGE, { credentials: "omit" });
  const addresses = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map((found) => found[1]);
  const kept = await caches.open(KEPT);
  await kept.addAll(addresses);
  await kept.put(PAGE, page);
}

/** @param {Request} request */
async function answer(request) {
  try { return await fetch(request); } catch { return (await caches.match(request.mode === "navigate" ? PAGE : request)) ?? Response.error(); }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepPage()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const isStatic = new URL(event.request.url).pathname.startsWith("/static/");
  if (event.request.mode === "navigate" || isStatic) event.respondWith(answer(event.request));
});

// --- push: what the site has to say while no page is open ---

/** @param {{ title: string, text: string, path: string, tag: string }} told */
const show = (told) => worker.registration.showNotification(told.title, {
  body: told.text, tag: told.tag, renotify: true, data: { path: told.path },
});

/** The page of a table that is open already comes to the front, else it is opened.
 * @param {string} path */
async function open(path) {
  const address = new URL(path, worker.location.origin).href;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => page.url.split(/[?#]/)[0] === address);
  return there ? there.focus() : worker.clients.openWindow(address);
}

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event.data.json())));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
