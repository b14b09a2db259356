// Looking before acting: what an option would change, which spots it is about, and fewer options at a time.
import { lookAhead, lookBack } from "../ahead.js";
import { changeBoards } from "../boards.js";
import { byId, need } from "../dom.js";
import { markSpots, spotsOf } from "../spots.js";
import { lookAt } from "../zoom.js";
import { hasWords, wordsOf } from "../text.js";
import { desk } from "./desk.js";
import { all, data, fetchText, now } from "./page.js";

/**
 * @typedef {object} Ghost  something that lies over the boards for a while
 * @property {import("../boards.js").Changes} [show]
 * @property {import("../boards.js").Changes} [clear]
 * @property {import("../boards.js").Changes} [ahead]
 */

/** `wanted` is what the pointer or the focus is on, `shows` what is shown of it.
 * @type {{ghost: Ghost | null, wanted: string | null, shows: string | null, timer: ReturnType<typeof setTimeout> | undefined}}
 */
const seen = { ghost: null, wanted: null, shows: null, timer: undefined };

/** `isNews`: it is shown by itself, so the map stays where the reader has it.
 * @param {Ghost | null} ghost
 */
export function showGhost(ghost, isNews = false) {
  lookBack();
  if (seen.ghost?.show && seen.ghost.clear) changeBoards(seen.ghost.clear);
  seen.ghost = ghost;
  if (ghost?.ahead) lookAhead(ghost.ahead);
  if (!ghost?.show) return;
  changeBoards(ghost.show);
  markSpots();
  if (!isNews) lookAt(all("#boards .route"));  // routes under the pointer are wholly in sight
}

/** Routes that were run lie over the map for a while, or until something else does.
 * @param {Ghost | null | undefined} trace
 */
export function showTrace(trace, stays = 0) {
  if (!trace) return;
  showGhost(trace, true);
  if (stays) setTimeout(() => { if (seen.ghost === trace) showGhost(null); }, stays);
}

/** @param {string} action */
export function preview(action, delay = 160) {
  clearTimeout(seen.timer);
  seen.wanted = nameOf(action);
  if (seen.shows !== seen.wanted) seen.timer = setTimeout(() => showPreview(action), delay);
}

/** @param {string} action */
const nameOf = (action) => `${now().shown} ${action}`;

/** @param {string} action */
async function showPreview(action) {
  const { shown: at, seat } = now(), name = nameOf(action);
  const query = new URLSearchParams({ action, at: String(at), seat });
  const answer = await fetch(`${data.url}/preview?${query}`).then((r) => r.json()).catch(() => null);
  const box = byId("preview");
  if (!answer || name !== seen.wanted || at !== now().shown || !box || now().busy) return;  // it may come late
  box.innerHTML = answer.html;
  showGhost(answer.ghost);
  seen.shows = name;
}

export function forget() {
  clearTimeout(seen.timer);
  seen.shows = seen.wanted = null;
  const box = byId("preview");
  if (box) box.innerHTML = "";
  if (need("dock").hidden) showGhost(desk.ghost());
}

/** The pointer or the focus is on an option of the list, or leaves it.
 * @param {HTMLButtonElement} offer
 * @param {boolean} on
 */
export function hoverOffer(offer, on) {
  for (const spot of spotsOf(Number(offer.dataset.number))) spot.classList.toggle("near", on);
  if (on) preview(offer.value); else forget();
}

/** The pointer or the focus is on a spot of the boards, or leaves it.
 * @param {number[]} numbers
 * @param {boolean} on
 */
export function hoverSpot(numbers, on) {
  for (const offer of all("#ask .offer")) offer.classList.toggle("near", on && numbers.includes(Number(offer.dataset.number)));
  if (!on) return forget();
  const only = numbers.length === 1 ? all(`#ask .offer[data-number="${numbers[0]}"]`)[0] : null;
  if (only) preview(/** @type {HTMLButtonElement} */ (only).value);
}

// --- fewer options at a time ------------------------------------------------------------------------------------------

/** Some options as the server lists them: of a spot or of a facet.
 * @param {Record<string, string>} values
 */
export function fetchOffers(values) {
  const { shown, seat } = now();
  return fetchText(`${data.url}/offers`, { ...values, at: shown, seat });
}

/** Only the options of a spot or of a facet.
 * @param {Record<string, string>} values
 * @param {string} label
 */
export async function narrowTo(values, label) {
  const html = await fetchOffers(values);
  const note = byId("narrowed");
  if (!note) return;
  for (const group of all("#offers .group")) group.hidden = true;
  for (const old of all("#offers .found")) old.remove();
  const found = document.createElement("div");
  found.className = "found";
  found.innerHTML = html;
  need("offers").append(found);
  note.hidden = false;
  if (note.firstElementChild) note.firstElementChild.textContent = label;
  all(".offer", found)[0]?.focus();
}

/** Whether there was anything to widen. */
export function showAll() {
  const note = byId("narrowed");
  if (!note || note.hidden) return false;
  for (const old of all("#offers .found")) old.remove();
  for (const group of all("#offers .group")) group.hidden = false;
  note.hidden = true;
  return true;
}

/** @param {string} text */
export function filterOffers(text) {
  const words = wordsOf(text);
  for (const item of all("#offers li")) item.hidden = !hasWords(item.textContent ?? "", words);
}
