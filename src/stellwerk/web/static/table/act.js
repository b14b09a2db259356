// Acting: take an option, confirm it, take it back. What the server says against it is shown in the dock.
import { freshId, toast } from "../base.js";
import { byId, need } from "../dom.js";
import "./clear.js";
import { desk } from "./desk.js";
import { forgetLast } from "./last.js";
import { all, become, data, fetchText, main, now, openForm } from "./page.js";
import { fetchOffers, preview, showGhost } from "./preview.js";
import { act as markActed, ask, finish, hold, mayAct, start } from "./state.js";
import { catchUp, put, refresh, standing, surely } from "./sync.js";

/** `tapped`: by a finger, which has no hover to look ahead with; what follows is shown in a sheet before it is done. */
/** @typedef {{action: string, tapped?: boolean} | {part: number, number: number | null, items: FormDataEntryValue[]}} Deed */

/** @type {(() => void) | null} What happens when the reader is sure. */
let onSure = null;

/** @param {Deed} deed */
export async function act(deed, sure = false, id = freshId()) {
  const form = openForm();
  if (!form || !mayAct(now())) return;
  become(start(now()));
  main.setAttribute("aria-busy", "true");
  const at = { at: Number(form.dataset.at), seat: Number(form.elements.namedItem("seat")?.["value"]) };
  const answer = await surely(`${data.url}/act`, { ...deed, sure, ...at, request_id: id, ...standing() });
  free();
  main.removeAttribute("aria-busy");
  if (answer.confirm) {
    need("dock").classList.toggle("sheet", "tapped" in deed && deed.tapped === true);
    confirm(answer.confirm, () => act(deed, true, id));
    if ("action" in deed) preview(deed.action, 0);
    return;
  }
  closeDock();
  settle(answer);
}

/** The answer is there: news that came meanwhile is fetched now. */
function free() {
  const { missed } = now();
  become(finish(now()));
  if (missed) setTimeout(catchUp, 0, missed);
}

/** @param {any} answer */
function settle(answer) {
  become(markActed(now(), document.activeElement === document.body));
  if (answer.refused) explain(answer.refused);
  if (answer.stale) toast(data.sayStale ?? "");
  if (answer.parts) { forgetLast(); become(ask(now())); put(answer); } else if (answer.stale || answer.refused) refresh();
}

/** @param {string} action */
export function pick(action, tapped = false) {
  for (const offer of all("#ask .offer")) offer.classList.toggle("picked", /** @type {HTMLButtonElement} */ (offer).value === action);
  act({ action, tapped });
}

/** The options of a spot in a sheet over the board.
 * @param {Record<string, string>} values
 * @param {string} name
 */
export async function openSheet(values, name) {
  const html = await fetchOffers(values), dock = need("dock"), head = document.createElement("h3"), close = document.createElement("button");
  explain(html);
  head.id = "dock-title";
  head.textContent = name;
  Object.assign(close, { type: "button", className: "button small", textContent: data.sayClose });
  close.dataset.cancel = "";
  dock.prepend(head);
  dock.append(close);
  dock.classList.add("sheet");
  /** @type {HTMLElement | null} */ (dock.querySelector(".offer"))?.focus();
}

/** The button of a part of a composed action: what was chosen in it is sent.
 * @param {HTMLFormElement} form
 * @param {string} part
 */
export function actPart(form, part) {
  const number = form.elements.namedItem(`number-${part}`)?.["value"];
  act({ part: Number(part), number: number === undefined ? null : Number(number), items: new FormData(form).getAll(`item-${part}`) });
}

export async function undo() {
  const form = /** @type {HTMLFormElement | null} */ (main.querySelector("form[data-undo]"));
  if (!form || now().busy) return;
  become(start(now()));
  const { to, at, seat } = Object.fromEntries(new FormData(form));
  const request = { to: Number(to), at: Number(at), seat: Number(seat), request_id: freshId(), ...standing() };
  const answer = await surely(form.getAttribute("action") ?? "", request);
  free();
  settle(answer);
}

/** At a hot seat: the next player has the device and may see what is theirs.
 * @param {HTMLFormElement} form
 */
export function lift(form) {
  become(hold(now(), String(new FormData(form).get("seat"))));
  return refresh();
}

// --- the dock ---------------------------------------------------------------------------------------------------------

/** @param {string} html */
export function explain(html) {
  const dock = need("dock");
  dock.innerHTML = html;
  dock.classList.remove("ring");
  dock.removeAttribute("style");
  dock.hidden = false;
}

/** @param {string} html
 * @param {() => void} sure
 */
function confirm(html, sure) {
  explain(html);
  onSure = sure;
  /** @type {HTMLElement | null} */ (need("dock").querySelector("[data-sure]"))?.focus();
}

export const beSure = () => onSure?.();

/** Whether there was one to close. */
export function closeDock() {
  const dock = need("dock");
  if (dock.hidden) return false;
  dock.hidden = true;
  dock.innerHTML = "";
  dock.classList.remove("sheet", "digest", "ring");
  dock.removeAttribute("style");
  onSure = null;
  for (const offer of all(".offer.picked")) offer.classList.remove("picked");
  showGhost(null);
  return true;
}

// --- help with a question ---------------------------------------------------------------------------------------------

const tools = { seat: () => now().seat, show: showGhost, pick };

/** What takes a moment to work out is fetched after the question is on the page. */
export async function loadHelp() {
  const box = byId("routes"), at = now().shown;
  if (!box) return desk.lay(tools);
  const html = await fetchText(box.dataset.load ?? "", { seat: now().seat });
  const still = byId("routes");
  if (at !== now().shown || !still) return;
  still.innerHTML = html;
  const drawing = byId("drawing");
  if (drawing) byId("by-hand")?.replaceChildren(drawing);  // the answers that are ready come first
  desk.lay(tools);
}
