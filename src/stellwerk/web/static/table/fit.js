// How large the boards on the stage are drawn: as large as the window lets them be, side by side or one above the other.
import { need } from "../dom.js";
import { all } from "./page.js";

const IS_WIDE = matchMedia("(min-width: 60.01rem)");
const SIZES = [1.3, 1.2, 1.1, 1, 0.95, 0.9, 0.85, 0.8, 0.76, 0.72, 0.68, 0.64];
const LOOSE = 0.76;      // smaller than this they lie close instead
const READABLE = 0.47;   // pixels a unit of a picture: its letters of 20 units can be read
const EASY = 0.52;       // a picture as large as this reads with ease: nothing else is made smaller for it
const AS_LARGE = 0.99;   // pictures are drawn in whole pixels: so much makes no difference
const SHRINKS = 0.75;    // boards that reach as far as twice the room fit in at this power of a half, as a rule
const SCROLLED = 0.8;    // where not all of it fits, this size can be read
const BESIDE_MAP = 0.8;  // a map takes what room there is: what lies beside it is kept small

const stage = need("stage"), boards = need("boards");

/** How far the boards go beyond the stage: 1 where they fill it, and everything is in sight without scrolling. */
function extent() {
  const { left, top } = boards.getBoundingClientRect();
  const ends = all(".group-of-boards > .board", boards).map((board) => board.getBoundingClientRect());
  return Math.max(0, ...ends.map(({ right, bottom }) => Math.max((right - left - 1) / stage.clientWidth, (bottom - top - 1) / stage.clientHeight)));
}

/** Whether everything on the stage is in sight without scrolling. */
export const doesFit = () => extent() <= 1;

/** How the groups lie, and how large.
 * @param {string} lie
 * @param {number} size
 */
function lay(lie, size) {
  boards.dataset.lie = lie;
  boards.style.setProperty("--fit", String(size));
}

/** @typedef {{lie: string, size: number, worth: number}} Found */
/** @typedef {{extent: number, sharpness: number}} Look */

/** The largest size at which all fits and a picture reads with ease; where none leaves a picture so much room, the
 * largest at which it has as much as at the smallest.
 * @param {string} lie
 * @param {number} most
 * @param {number} more what it is to be worth: nothing is worth more than its size, so only larger ones are looked at
 * @returns {Found}
 */
function largest(lie, most, more = 0) {
  const least = "dense" in boards.dataset ? 0 : LOOSE, look = looks(lie);
  const sizes = SIZES.filter((each) => each <= most && each >= least && each > more), smallest = sizes[sizes.length - 1];
  if (!smallest) return { lie, size: 0, worth: 0 };
  const size = firstOf(sizes, look, Math.max(EASY, more)) ?? firstOf(sizes, look, Math.max(READABLE, more, AS_LARGE * look(smallest).sharpness));
  return { lie, size: size ?? 0, worth: size ? Math.min(size, look(size).sharpness) : 0 };
}

/** Every look lays the page out anew, which takes time: none is done twice.
 * @param {string} lie
 */
function looks(lie) {
  /** @type {Map<number, Look>} */
  const seen = new Map();
  return (/** @type {number} */ size) => {
    if (!seen.has(size)) { lay(lie, size); seen.set(size, { extent: extent(), sharpness: sharpness() }); }
    return /** @type {Look} */ (seen.get(size));
  };
}

/** The first of a falling row of sizes at which all fits and pictures are as large as `least`. Where boards go beyond the
 * stage, how far says what would be enough; where a picture is small, the smallest size tells whether any will do.
 * @param {number[]} sizes
 * @param {(size: number) => Look} look
 * @param {number} least
 * @returns {number | undefined}
 */
function firstOf(sizes, look, least) {
  let from = 0, to = sizes.length, at = 0;
  while (from < to) {
    const seen = look(sizes[at]), isGood = seen.extent <= 1 && seen.sharpness >= least;
    if (isGood) to = at; else from = at + 1;
    const enough = sizes[at] / seen.extent ** SHRINKS;
    const guess = isGood ? (from + to) >> 1 : seen.extent > 1 ? sizes.filter((size) => size > enough).length : to;
    at = Math.max(from, Math.min(guess, to - 1));
  }
  return sizes[to];
}

/** How large the smallest of the pictures is drawn, in pixels a unit. */
function sharpness() {
  const pictures = /** @type {SVGSVGElement[]} */ (/** @type {unknown[]} */ (all(".group-of-boards .scroll > svg", boards)));
  return Math.min(...pictures.map((svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width));
}

/** The groups side by side or one above the other, whichever leaves them larger. A map is high: something above or below it
 * would leave it a strip, so that comes last.
 * @param {number} most
 */
function best(most) {
  const isDense = "dense" in boards.dataset, hasMap = all(".group-of-boards .board-map", boards).length > 0;
  const room = Math.min(hasMap ? BESIDE_MAP : isDense ? 1 : Infinity, most), columns = largest("columns", room);
  const mayBeRows = all(".group-of-boards", boards).length > 1 && (!hasMap || (isDense && !columns.worth));
  const rows = mayBeRows ? largest("rows", room, columns.worth) : columns;
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

/** How much room there is. It is measured when it changes: to measure it here would lay out boards that are about to be
 * laid out otherwise.
 */
let room = "";
export function measureRoom() { room = `${stage.clientWidth} ${stage.clientHeight}`; }

/** `alone`: the board that somebody has chosen instead of those of the question.
 * @param {string | null} alone
 */
export function fit(alone) {
  if (!IS_WIDE.matches) { delete boards.dataset.dense; lay("rows", 1); return; }
  if (!room) measureRoom();
  const name = [boards.dataset.shown, room, alone].join(" ");
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

/** A board that became lower keeps its room while its stage stands, as far as there is room: what lies below it stays where
 * one reads it. Side by side nothing lies below, and nothing is looked at: that would take time with every click.
 * @param {boolean} isNew
 */
export function keepRoom(isNew) {
  const groups = all(".group-of-boards", boards), isKept = !isNew && IS_WIDE.matches && heights.length === groups.length;
  groups.forEach((group, n) => { group.style.minHeight = isKept ? heights[n] : ""; });
  for (let n = 0; isKept && n < groups.length && !doesFit(); n++) groups[n].style.minHeight = `${Math.max(0, parseFloat(heights[n]) - beyond())}px`;
}

/** How much higher the boards are than the stage, in pixels of their own size. */
const beyond = () => (extent() - 1) * stage.clientHeight / parseFloat(boards.style.getPropertyValue("--fit"));

export function rememberRoom() {
  const below = boards.dataset.lie === "rows" ? all(".group-of-boards", boards) : [];
  heights = below.map((group) => getComputedStyle(group).height);
}
