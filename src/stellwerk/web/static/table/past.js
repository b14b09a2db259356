// Looking back: slider, buttons, arrow keys and the address, which names the move that is shown.
import { byId, need } from "../dom.js";
import { all, now } from "./page.js";
import { existing, isPast, stepTo, versionIn } from "./state.js";
import { refresh } from "./sync.js";

const slider = /** @type {HTMLInputElement} */ (need("slider"));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let sliding;

/** @param {number} version */
export function go(version, push = false) {
  const to = existing(now(), version), isNow = to === now().tip;
  slider.value = String(to);
  const address = isNow ? location.pathname + location.search : `#move${to}`;
  if (push) history.pushState(null, "", address); else history.replaceState(null, "", address);
  return refresh(isNow ? null : to);
}

/** @param {string} name */
export const step = (name) => go(stepTo(now(), name), name === "last");

export const goBack = () => go(now().shown - 1);
export const goOn = () => { if (isPast(now())) go(now().shown + 1); };
export const goToNow = () => go(now().tip);

/** Where the page stands is shown at the slider and in the log. */
export function showPlace() {
  const { shown, tip } = now();
  slider.max = String(tip);
  slider.value = String(shown);
  label(shown);
  for (const line of all(".line.now")) line.classList.remove("now");
  if (isPast(now())) byId(`m${shown}`)?.classList.add("now");
}

/** @param {number | string} at */
function label(at) { need("slider-at").textContent = `${at}/${now().tip}`; }

export function slide() {
  label(slider.value);
  clearTimeout(sliding);
  sliding = setTimeout(() => go(Number(slider.value)), 60);
}

export function followAddress() {
  const version = versionIn(location.hash);
  if (version !== null) refresh(version); else if (isPast(now())) refresh();
}
