// How large the boards on the stage are drawn: as large as the window lets them be, side by side or one above the other.
import { need } from "../dom.js";
import { all } from "./page.js";

const IS_WIDE = matchMedia("(min-width: 60.01rem)");
const SIZES = [1.3, 1.2, 1.1, 1, 0.95, 0.9, 0.85, 0.8, 0.76, 0.72, 0.68, 0.64];
const LOOSE = 0.76;      // smaller than this they lie close instead
const READABLE = 0.47;   // pixels a unit of a picture: its letters of 20 units can be read
const EASY = 0.52;       // a picture as large as this reads with ease: nothing else is made smaller for it
const SCROLLED = 0.8;    // where not all of it fits, this size can be read
const BESIDE_MAP = 0.8;  // a map takes what room there is: what lies beside it is kept small

const stage = need("stage"), boards = need("boards");

/** Whether everything on the stage is in sight without scrolling. */
export function doesFit() {
  const { left, top } = boards.getBoundingClientRect();
  return all(".group-of-boards > .board", boards).every((board) => {
    const { right, bottom } = board.getBoundingClientRect();
    return right - left <= stage.clientWidth + 1 && bottom - top <= stage.clientHeight + 1;
  });
}

/** How the groups lie, and how large.
 * @param {string} lie
 * @param {number} size
 */
function lay(lie, size) {
  boards.dataset.lie = lie;
  boards.style.setProperty("--fit", String(size));
}

/** @typedef {{lie: string, size: number, worth: number}} Found */

/** The largest size that fits; where it leaves a picture little room, a smaller one that leaves it more.
 * @param {string} lie
 * @param {number} most
 * @param {number} more nothing is worth more than its size: only larger ones are looked at
 * @returns {Found}
 */
function largest(lie, most, more = 0) {
  const least = "dense" in boards.dataset ? 0 : LOOSE;
  const sizes = SIZES.filter((each) => each <= most && each >= least && each > more);
  return largestOf(lie, sizes.slice(firstThatFits(lie, sizes)));
}

/** @param {string} lie
 * @param {number[]} sizes
 */
function largestOf(lie, sizes) {
  let found = { lie, size: SIZES[SIZES.length - 1], worth: 0 };
  for (const size of sizes) {
    if (found.worth >= Math.min(size, EASY)) break;
    lay(lie, size);
    const worth = doesFit() ? sharpness(size) : 0;
    if (worth >= READABLE && worth > found.worth) found = { lie, size, worth };
  }
  return found;
}

/** Where in a falling row of sizes those begin that fit, as a rule: every look costs time, so the row is halved; and
 * where the smallest does not fit none does.
 * @param {string} lie
 * @param {number[]} sizes
 */
function firstThatFits(lie, sizes) {
  if (!sizes.length) return 0;
  let from = 0, to = sizes.length - 1;
  lay(lie, sizes[to]);
  if (!doesFit()) return sizes.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    lay(lie, sizes[middle]);
    if (doesFit()) to = middle; else from = middle + 1;
  }
  return from;
}

/** How large things are drawn: the letters of the boards, or those of a picture that found less room.
 * @param {number} size
 */
function sharpness(size) {
  /** @param {SVGSVGElement} svg */
  const scale = (svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const pictures = /** @type {SVGSVGElement[]} */ (/** @type {unknown[]} */ (all(".group-of-boards .scroll > svg", boards)));
  return Math.min(size, ...pictures.map(scale));
}

/** The groups side by side or one above the other, whichever leaves them larger.
 * @param {number} most
 */
function best(most) {
  const room = all(".group-of-boards .board-map", boards).length ? BESIDE_MAP : "dense" in boards.dataset ? 1 : Infinity;
  const columns = largest("columns", Math.min(room, most)), several = all(".group-of-boards", boards).length > 1;
  const rows = several ? largest("rows", Math.min(room, most), columns.worth) : columns;
  return rows.worth > columns.worth ? rows : columns;
}

/** As large as the window lets them be; what would not fit otherwise lies close, as its game draws that.
 * @param {number} most
 * @param {boolean} mayBeDense
 */
function search(most, mayBeDense) {
  delete boards.dataset.dense;
  let found = best(most);
  if (!found.worth && mayBeDense) { boards.dataset.dense = ""; found = best(most); }
  if (!found.worth) delete boards.dataset.dense;
  return { ...found, size: found.worth ? found.size : SCROLLED, isDense: "dense" in boards.dataset };
}

/** What fitted, by stage and window: the same boards lie as they lay before, and if they change only become smaller.
 * @type {Map<string, Found & {isDense: boolean}>}
 */
const fitted = new Map();

/** `alone`: the board that somebody has chosen instead of those of the question.
 * @param {string | null} alone
 */
export function fit(alone) {
  if (!IS_WIDE.matches) { delete boards.dataset.dense; lay("rows", 1); return; }
  const name = [boards.dataset.shown, stage.clientWidth, stage.clientHeight, alone].join(" ");
  let found = fitted.get(name);
  if (found) use(found);
  if (found?.worth && doesFit()) return;
  found = search(found?.worth ? found.size : Infinity, !alone);
  fitted.set(name, found);
  use(found);
}

/** @param {Found & {isDense: boolean}} found */
function use({ lie, size, isDense }) {
  boards.toggleAttribute("data-dense", isDense);
  lay(lie, size);
}

/** How high each group was when it was last looked at, in pixels of its own size.
 * @type {string[]}
 */
let heights = [];

/** A board that became lower keeps its room while its stage stands: what lies below it stays where one reads it. Side by
 * side nothing lies below, and nothing is looked at: that would take time with every click.
 * @param {boolean} isNew
 */
export function keepRoom(isNew) {
  const groups = all(".group-of-boards", boards), isKept = !isNew && IS_WIDE.matches && heights.length === groups.length;
  groups.forEach((group, n) => { group.style.minHeight = isKept ? heights[n] : ""; });
  if (isKept && !doesFit()) for (const group of groups) group.style.minHeight = "";
}

export function rememberRoom() {
  const below = boards.dataset.lie === "rows" ? all(".group-of-boards", boards) : [];
  heights = below.map((group) => getComputedStyle(group).height);
}
