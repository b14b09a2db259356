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
