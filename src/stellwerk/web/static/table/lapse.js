// A question with one answer that the table may not give: the others would learn from it what its seat keeps secret. The
// seat's own page gives it after a while that is drawn by chance, as if somebody had looked and clicked.
import { byId, nearest } from "../dom.js";
import { act } from "./act.js";
import { main } from "./page.js";

const LEAST = 1500, MOST = 6000;  // milliseconds

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** Another question is on the page. */
export function lapse() {
  clearTimeout(waiting);
  const note = byId("lapses");
  if (note) waiting = setTimeout(() => give(note), LEAST + Math.random() * (MOST - LEAST));
}

/** Nobody looks: it waits until somebody does.
 * @param {HTMLElement} note
 */
function give(note) {
  if (document.hidden) { document.addEventListener("visibilitychange", lapse, { once: true }); return; }
  if (note.isConnected) act({ action: note.dataset.action ?? "" }, true);
}

main.addEventListener("click", (event) => {
  if (!nearest(event, "[data-wait]")) return;
  clearTimeout(waiting);
  byId("lapses")?.remove();
});
