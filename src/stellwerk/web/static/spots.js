// Where options live: elements of the drawings become buttons while they stand for something that may be done.
import { byId } from "./dom.js";

const KEPT = ["role", "tabindex", "aria-label", "aria-description", "aria-disabled"];
let marked = [];
let places = {};

const title = (element) => element.querySelector(":scope > title")?.textContent || element.getAttribute("aria-label") || element.getAttribute("title") || element.textContent.trim();
const help = (element) => element.dataset.help || element.querySelector(":scope > desc")?.textContent;
/** @type {(number: number) => HTMLButtonElement | null} */
const offerOf = (number) => document.querySelector(`#ask .offer[data-number="${number}"]`);

const numbersAt = (element) => places[element.id] ?? [];
export const spotsOf = (number) => Object.keys(places).filter((id) => places[id].includes(number)).map((id) => byId(id)).filter(Boolean);

export function clearSpots() {
  for (const { element, kept } of marked) {
    element.classList.remove("option", "near", "picked");
    KEPT.forEach((name, n) => (kept[n] === null ? element.removeAttribute(name) : element.setAttribute(name, kept[n])));
  }
  marked = [];
}

/** A spot and what it stands for; nothing is said twice. */
function labelOf(name, numbers) {
  const only = numbers.length === 1 ? offerOf(numbers[0])?.querySelector(".words")?.textContent.trim() : null;
  if (!only) return `${name} (${numbers.length})`;
  return only.startsWith(name) ? only : `${name}: ${only}`;
}

/** What options of the list the elements of the boards stand for now: they become buttons. */
export function markSpots() {
  clearSpots();
  places = JSON.parse(byId("offers")?.dataset.spots || "{}");
  for (const [id, numbers] of Object.entries(places)) {
    const element = byId(id);
    if (!element) continue;
    const kept = KEPT.map((name) => element.getAttribute(name));
    const label = labelOf(title(element), numbers), more = help(element);
    element.classList.add("option");
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-label", label);
    if (more && !label.includes(more)) element.setAttribute("aria-description", more);
    element.removeAttribute("aria-disabled");
    marked.push({ element, kept });
  }
}

/**
 * @typedef {object} SpotActions
 * @property {(action: string, tapped: boolean) => void} pick        a spot with one option
 * @property {(values: {spot: string}, name: string, tapped: boolean) => void} narrow a spot with several
 * @property {(numbers: number[], on: boolean) => void} hover        the pointer or the focus comes or goes
 */

/** @type {SpotActions} */
let actions;

/** @param {SpotActions} given */
export function useSpots(given) { actions = given; }

function use(element, tapped = false) {
  const numbers = numbersAt(element);
  const offer = numbers.length === 1 ? offerOf(numbers[0]) : null;
  if (offer) actions.pick(offer.value, tapped); else actions.narrow({ spot: element.id }, title(element), tapped);
}

const spotAt = (event) => { const spot = event.target.closest?.(".option"); return spot && numbersAt(spot).length ? spot : null; };

byId("boards").addEventListener("click", (event) => { const spot = spotAt(event); if (spot) use(spot, event.pointerType === "touch"); });
byId("boards").addEventListener("keydown", (event) => {
  const spot = event.key === "Enter" || event.key === " " ? spotAt(event) : null;
  if (spot) { event.preventDefault(); use(spot); }
});
const passing = (on) => (event) => { const spot = spotAt(event); if (spot) actions.hover(numbersAt(spot), on); };
for (const kind of ["mouseover", "focusin"]) byId("boards").addEventListener(kind, passing(true));
for (const kind of ["mouseout", "focusout"]) byId("boards").addEventListener(kind, passing(false));
