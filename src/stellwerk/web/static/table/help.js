// Help at the table: notes for a first game, each shown once in a browser; the bot's advice; a walk through the boards.
import { nearest } from "../dom.js";
import { askOpinion, leaveOpinion } from "../study/opinion.js";
import { all, data, isLive, main, now } from "./page.js";

const OFF = "notes-off", SEEN = "notes-seen";

/** @param {string} key */
function kept(key) {
  try { return localStorage.getItem(key) ?? ""; } catch { return ""; }
}

/** @param {string} key
 * @param {string} value
 */
function keep(key, value) {
  try { localStorage.setItem(key, value); } catch { /* not kept */ }
}

const seen = () => new Set(kept(SEEN).split(" ").filter(Boolean));

/** What is new on the page. @param {boolean} isAskedAnew Advice on an earlier question is worth nothing. */
export function showHelp(isAskedAnew) {
  if (isAskedAnew) leaveOpinion();
  showNotes();
}

/** The first note nobody has read here. */
function showNotes() {
  const known = seen(), isOff = kept(OFF) === "yes";
  const next = all("[data-note]").find((note) => !isOff && !known.has(note.dataset.note ?? ""));
  for (const note of all("[data-note]")) note.hidden = note !== next;
  for (const box of /** @type {HTMLInputElement[]} */ (all("[data-notes-switch]"))) box.checked = !isOff;
}

/** @param {HTMLElement} note */
function read(note) {
  keep(SEEN, [...seen(), note.dataset.note].join(" "));
  showNotes();
}

/** @param {boolean} isOn Whoever wants the notes again gets all of them. */
function turnNotes(isOn) {
  keep(OFF, isOn ? "" : "yes");
  if (isOn) keep(SEEN, "");
  showNotes();
}

main.addEventListener("click", (event) => {
  const note = nearest(event, "[data-note]");
  if (note && nearest(event, "[data-note-read]")) read(note);
  if (nearest(event, "[data-notes-off]")) turnNotes(false);
});

/** The page of the rules then also says where in this game a rule has come up. */
main.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (nearest(event, "a[target=rules][href^='/rules/']"));
  if (!link || !isLive) return;
  const address = new URL(link.href);
  address.searchParams.set("table", data.table ?? "");
  link.href = address.href;
}, true);

main.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement | null} */ (nearest(event, "[data-notes-switch]"));
  if (box) turnNotes(box.checked);
});

document.addEventListener("toggle", (event) => {
  const details = /** @type {HTMLDetailsElement} */ (event.target);
  if (details.id !== "advice") return;
  if (details.open) askOpinion(`${data.url}/advice?seat=${now().seat}`); else leaveOpinion();
}, true);

// --- what is this? ----------------------------------------------------------------------------------------------------

const NAMED = "#stage :is([data-help], [title]), #stage :has(> title, > desc)";
/** @type {Element[]} Elements that can be reached by the keyboard only while somebody walks through them. */
let walked = [];

/** The key I: everything drawn that has a name can be reached by Tab, and says what it is. */
export function walkBoards() {
  leaveBoards();
  walked = all(NAMED).filter((element) => !element.hasAttribute("tabindex") && element.getBoundingClientRect().width > 0);
  for (const element of walked) element.setAttribute("tabindex", "0");
  /** @type {HTMLElement | undefined} */ (walked[0])?.focus();
}

export function leaveBoards() {
  for (const element of walked) element.removeAttribute("tabindex");
  walked = [];
}
