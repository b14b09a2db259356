// The stage: the boards that the question is about, as large as the window lets them be. It follows the question, unless
// the reader looks at another board or has pinned one.
import { byId, need } from "../dom.js";
import { frameAll, lookAt } from "../zoom.js";
import { doesFit, fit, keepRoom, measureRoom, rememberRoom } from "./fit.js";
import { all, data } from "./page.js";

const KEPT = `stage-${data.game}`;
const MOST_OF_IT = 0.6;  // so much of a spot must be seen
const SCENE = 160;       // milliseconds in which other boards come up: they appear, nothing jumps

/** @type {string | null} The board somebody looks at until the next question. */
let looked = null;
/** @type {string | null} */
let pinned = null;
try { pinned = localStorage.getItem(KEPT); } catch { /* a browser that keeps nothing */ }

const stage = need("stage"), boards = need("boards");

/** @param {string} name */
const exists = (name) => byId(`board-${name}`) !== null;

/** What is to be shown: groups of boards parted by bars. */
function wanted() {
  const only = looked ?? pinned;
  if (only && exists(only)) return only;
  return all(".prompt[data-stage]")[0]?.dataset.stage || boards.dataset.shown || "";
}

/** Boards that stay where they are do not move in the page: a focus in them is kept.
 * @param {string} names
 */
function arrange(names) {
  if (boards.dataset.shown === names) return false;
  const back = need("backstage"), old = all(".group-of-boards", boards);
  for (const group of names.split("|")) {
    const box = document.createElement("div");
    box.className = "group-of-boards";
    for (const name of group.split(" ")) { const board = byId(`board-${name}`); if (board) box.append(board); }
    back.before(box);
  }
  for (const group of old) { back.append(...group.children); group.remove(); }
  boards.dataset.shown = names;
  return true;
}

// --- spots ------------------------------------------------------------------------------------------------------------

const spots = () => all(".option", boards).filter((spot) => spot.id);

/** Whether most of a spot can be seen.
 * @param {Element} spot
 */
function isInSight(spot) {
  const box = spot.getBoundingClientRect(), around = (spot.closest(".canvas") ?? stage).getBoundingClientRect(), whole = stage.getBoundingClientRect();
  const width = Math.min(box.right, around.right, whole.right) - Math.max(box.left, around.left, whole.left);
  const height = Math.min(box.bottom, around.bottom, whole.bottom) - Math.max(box.top, around.top, whole.top);
  return width > 0 && height > 0 && width * height > MOST_OF_IT * box.width * box.height;
}

/** How many spots cannot be seen now, and the way to them. */
export function countBeyond() {
  const button = need("beyond"), hidden = spots().filter((spot) => !isInSight(spot));
  button.hidden = hidden.length === 0;
  if (!hidden.length) return;
  const below = hidden.every((spot) => spot.getBoundingClientRect().top > stage.getBoundingClientRect().top);
  button.textContent = `${below ? "↓" : "↑"} ${(button.dataset.say ?? "").replace("{n}", String(hidden.length))}`;
}

/** To the next spot that is out of sight. */
function showBeyond() {
  const hidden = spots().filter((spot) => !isInSight(spot));
  const onStage = hidden.find((spot) => spot.getBoundingClientRect().width > 0);
  if (!onStage) return follow(true);
  onStage.scrollIntoView({ block: "center", inline: "center" });
  lookAt([onStage]);
  countBeyond();
}

/** What is asked about comes into sight, as much of it as there is room for, the first for certain. */
function showSpots() {
  const asked = spots();
  lookAt(asked.filter((spot) => spot instanceof SVGElement));
  const onStage = asked.filter((spot) => spot.getBoundingClientRect().width > 0);
  if (!onStage.every(isInSight)) for (const spot of ends(onStage)) spot.scrollIntoView({ block: "nearest", inline: "nearest" });
  countBeyond();
}

/** The lowest spot and the highest one: once both were scrolled to, those between lie as they fit.
 * @param {HTMLElement[]} found
 */
function ends(found) {
  const byHeight = [...found].sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
  return [byHeight[byHeight.length - 1], byHeight[0]];
}

// --- what the page calls ----------------------------------------------------------------------------------------------

/** A new question or position is on the page. `back`: the reader wants to see what is asked about. */
export function follow(back = false) {
  if (back) { looked = null; pin(null); }
  const changed = arrange(wanted());
  const size = boards.style.getPropertyValue("--fit");
  keepRoom(changed);
  if (changed || !boards.dataset.lie || !doesFit()) fit(looked ?? pinned);
  if (changed) stage.scrollTop = 0;
  if (changed || size !== boards.style.getPropertyValue("--fit")) boards.animate([{ opacity: 0 }, { opacity: 1 }], SCENE);
  rememberRoom();
  frameAll(boards);
  if (isNews() || changed) showSpots(); else countBeyond();
  tellTabs();
}

let answered = "";

/** Whether another question is open than before: only then the reader is taken to it. */
function isNews() {
  const asked = all("form.offers-form")[0]?.dataset.at ?? "", is = asked !== answered;
  answered = asked;
  return is;
}

/** Look at one board until the next question.
 * @param {string} name
 */
export function look(name) {
  looked = name;
  if (pinned) pin(name);
  follow();
}

/** A new question: what one looked at meanwhile is put away. */
export function lookBackToStage() { looked = null; }

/** @param {string | null} name */
function pin(name) {
  pinned = name;
  try { if (name) localStorage.setItem(KEPT, name); else localStorage.removeItem(KEPT); } catch { /* not kept */ }
}

function togglePin() {
  pin(pinned ? null : (looked ?? (boards.dataset.shown ?? "").split(/[ |]/)[0]));
  follow();
}

function tellTabs() {
  const shown = (boards.dataset.shown ?? "").split(/[ |]/);
  for (const tab of all("[data-jump]")) {
    tab.setAttribute("aria-pressed", String(shown.includes(tab.dataset.jump ?? "")));
    tab.classList.toggle("wanted", all(".option", need(`board-${tab.dataset.jump}`)).length > 0);
  }
  byId("as-asked")?.setAttribute("aria-pressed", String(!looked && !pinned));
  byId("pin")?.setAttribute("aria-pressed", String(pinned !== null));
}

/** The next board after those on the stage. */
export function nextBoard() {
  const names = all("[data-jump]").map((tab) => tab.dataset.jump ?? "");
  const at = names.indexOf(looked ?? (boards.dataset.shown ?? "").split(/[ |]/)[0]);
  if (names.length) look(names[(at + 1) % names.length]);
}

byId("pin")?.addEventListener("click", togglePin);
byId("as-asked")?.addEventListener("click", () => follow(true));
need("beyond").addEventListener("click", showBeyond);
let waiting = 0;
stage.addEventListener("scroll", () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(countBeyond); }, { passive: true });
new ResizeObserver(() => { if (stage.clientHeight) { measureRoom(); fit(looked ?? pinned); frameAll(boards); countBeyond(); } }).observe(stage);
