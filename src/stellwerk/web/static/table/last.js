// What the others did: the pieces that are another than before keep a mark until the reader has acted, and several moves
// are shown one after the other. Nobody has to wait for it: any key or tap leads to the present.
import { changeBoards } from "../boards.js";
import { byId, need } from "../dom.js";
import { pace } from "../pace.js";
import { glide, placesOf } from "./glide.js";
import { data, now } from "./page.js";
import { showTrace } from "./preview.js";
import { isOutdated } from "./state.js";
import { clearSpots, markSpots } from "../spots.js";

const MOST = 12;
const TRACED = 900;  // milliseconds more for routes that are run
const SHARED = 4 / 3;  // pauses shared by all the moves one is behind: nobody waits long for what has happened

/** @type {Set<string>} */
const marked = new Set();
let isHurried = false;

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

/** The boards become those of an answer: what others moved glides to where it lies now, and is marked.
 * @param {{boards?: import("../boards.js").Changes, marks?: string[]}} answer
 */
export function changeAndMark({ boards, marks = [] }) {
  const places = placesOf(marks);
  if (boards) changeBoards(boards);
  glide(places);
  markLast(marks);
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
 * @param {() => number} target  it may grow meanwhile
 * @param {(version: number) => Promise<any>} seenAt  the boards at a version, or null
 */
export async function walkTo(target, seenAt) {
  const wait = pace();
  isHurried = document.hidden;
  let most = 0;
  for (let at = now().tip + 1; wait && at < target() && !isHurried; at += 1) {
    at = Math.max(at, target() - MOST);
    const { request } = now(), answer = await seenAt(at);
    if (!answer?.parts || request !== now().request || now().busy || isHurried) return;
    if (isOutdated(answer.since, need("boards").dataset)) return;
    if (!answer.boards) continue;
    clearSpots();
    changeAndMark(answer);
    need("boards").dataset.at = String(at);
    markSpots();
    showTrace(answer.trace);
    most = Math.max(most, target() - at);  // not what is left: the last ones would take as long as if one were not behind
    const shown = wait * Math.min(1, SHARED / most);
    if (answer.marks?.length || answer.trace) await pause(answer.trace ? shown + TRACED : shown);
  }
}

/** Ends the pause after a move. */
let goOn = () => {};

/** @param {number} time */
const pause = (time) => new Promise((resolve) => {
  const timer = setTimeout(resolve, time);
  goOn = () => { clearTimeout(timer); resolve(undefined); };
});

/** No more moves one by one: the present. */
export function hurry() {
  isHurried = true;
  goOn();
}

for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, hurry);
markLast((data.marks ?? "").split(" ").filter(Boolean));
