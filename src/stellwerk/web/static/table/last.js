// What the others did: the pieces that are another than before keep a mark until the reader has acted, and several moves
// are shown one after the other. Nobody has to wait for it: any key or tap leads to the present.
import { changeBoards } from "../boards.js";
import { byId, need } from "../dom.js";
import { send } from "../base.js";
import { all, data, now } from "./page.js";
import { clearSpots, markSpots } from "../spots.js";

/** Milliseconds between two moves. */
const PACES = { off: 0, quick: 450, calm: 1300 };
const MOST = 12;
const KEPT = "pace";

/** @typedef {keyof typeof PACES} Pace */

/** @type {Set<string>} */
const marked = new Set();
let isHurried = false;

/** @returns {Pace} */
export function pace() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return "off";
  try {
    const kept = localStorage.getItem(KEPT);
    return kept !== null && kept in PACES ? /** @type {Pace} */ (kept) : "quick";
  } catch { return "quick"; }
}

/** @param {string} name */
export function setPace(name) {
  try { localStorage.setItem(KEPT, name); } catch { /* not kept */ }
}

/** Pieces that the others have just changed flash and stay marked.
 * @param {string[]} ids
 */
export function markLast(ids) {
  for (const id of ids) {
    marked.add(id);
    byId(id)?.classList.add("changed");
  }
  keepMarks();
}

/** What was redrawn is marked again. */
export function keepMarks() {
  for (const id of marked) byId(id)?.classList.add("last");
}

/** The reader has acted: what the others did before is no news any more. */
export function forgetLast() {
  for (const id of marked) byId(id)?.classList.remove("last", "changed");
  marked.clear();
}

/** The moves up to a version, one after the other on the boards alone; the present is fetched by whoever called.
 * @param {number} version
 * @param {() => object} standing
 */
export async function walkTo(version, standing) {
  const wait = PACES[pace()], from = Math.max(now().tip, version - MOST);
  isHurried = document.hidden;
  for (let at = from + 1; wait && at < version && !isHurried; at += 1) {
    const { request } = now(), answer = await send(`${data.url}/parts`, { ...standing(), version: at }).catch(() => null);
    if (!answer?.parts || request !== now().request || now().busy) return;
    if (!answer.boards) continue;
    clearSpots();
    changeBoards(answer.boards);
    need("boards").dataset.at = String(at);
    markSpots();
    markLast(answer.marks ?? []);
    if (answer.marks?.length) await pause(wait);
  }
}

/** @param {number} time */
const pause = (time) => new Promise((resolve) => {
  const done = () => { clearTimeout(timer); resolve(undefined); };
  const timer = setTimeout(done, time);
  for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, () => { isHurried = true; done(); }, { once: true });
});

markLast((data.marks ?? "").split(" ").filter(Boolean));
for (const choice of all("[data-pace]")) {
  const field = /** @type {HTMLSelectElement} */ (choice);
  field.value = pace();
  field.addEventListener("change", () => setPace(field.value));
}
