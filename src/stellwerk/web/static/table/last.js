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

const MOST = 8;
const TRACED = 900;  // milliseconds more for routes that are run
const BEAT = 50;  // milliseconds until it is looked again whether somebody is in a hurry, or more has come

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
  let most = 1, seen = now().tip + 1, since = 0, alone = 0;
  /** What is left of the time of the move on the boards. All that one is behind share it: nobody waits long for what
   * has happened, even if most of it comes meanwhile. */
  const left = () => {
    most = Math.max(most, Math.min(MOST, target() - seen));  // not what is left: the last ones would take as long as if one were not behind
    return isHurried ? 0 : since + alone / most - performance.now();
  };
  const stay = async () => {
    for (let time = left(); time > 0; time = left()) await pause(Math.min(time, BEAT));
  };
  for (let at = seen; wait && at < target() && !isHurried; at += 1) {
    at = Math.max(at, target() - MOST);
    const { request } = now(), answer = await seenAt(at);
    await stay();  // the one before, which was seen while this one was fetched
    if (!answer?.parts || request !== now().request || now().busy || isHurried) return;
    if (isOutdated(answer.since, need("boards").dataset)) return;
    if (!answer.boards) continue;
    clearSpots();
    changeAndMark(answer);
    need("boards").dataset.at = String(at);
    markSpots();
    showTrace(answer.trace);
    seen = at;
    since = performance.now();
    alone = answer.trace ? wait + TRACED : answer.marks?.length ? wait : 0;
  }
  await stay();
}

/** @param {number} time */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** No more moves one by one: the present. */
export function hurry() {
  isHurried = true;
}

for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, hurry);
markLast((data.marks ?? "").split(" ").filter(Boolean));
