// Push to this browser: switched on it is told of a turn even while no page of ours is open.
import { byId, send, toast, csrf } from "./base.js";

const MINE = "stellwerk-device", PATH = "/api/notices/devices";
const box = byId("push");
const isAble = "serviceWorker" in navigator && "PushManager" in window && window.isSecureContext;

/** The site's key as the browser wants it.
 * @param {string} text
 */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {string | null} say  what there is to say about this browser, if it can do nothing
 *  @param {boolean} isOn */
function show(say, isOn) {
  box.querySelector(".push-state").textContent = say ?? (isOn ? box.dataset.sayOn : box.dataset.sayOff);
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (box.querySelectorAll("[data-push]"))) {
    button.hidden = say !== null || (button.dataset.push === "on") === isOn;
  }
}

async function switchOn() {
  if (await Notification.requestPermission() !== "granted") return show(box.dataset.sayDenied, false);
  const worker = await navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready);
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key) });
  const { endpoint, keys } = found.toJSON();
  const answer = await send(PATH, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  if (answer.error) { await found.unsubscribe(); toast(answer.error.text); return show(null, false); }
  localStorage.setItem(MINE, answer.id);
  return location.reload();
}

async function switchOff() {
  const found = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  await found?.unsubscribe();
  const id = localStorage.getItem(MINE);
  if (id) await fetch(`${PATH}/${id}`, { method: "DELETE", headers: { "x-csrf-token": csrf() } });
  localStorage.removeItem(MINE);
  location.reload();
}

async function look() {
  if (!isAble) return show(box.dataset.sayUnable, false);
  if (Notification.permission === "denied") return show(box.dataset.sayDenied, false);
  const worker = await navigator.serviceWorker.getRegistration("/");
  return show(null, Boolean(await worker?.pushManager.getSubscription()));
}

if (box) {
  box.addEventListener("click", (event) => {
    const wanted = /** @type {HTMLElement} */ (event.target).closest("[data-push]")?.getAttribute("data-push");
    if (!wanted) return;
    (wanted === "on" ? switchOn() : switchOff()).catch((/** @type {Error} */ error) => { toast(error.message); look(); });
  });
  look();
}
