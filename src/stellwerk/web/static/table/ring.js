// Choosing at the place itself: the pictures of what may be laid there stand around the spot, and a key turns them.
import { byId, need } from "../dom.js";
import { explain, openSheet, pick } from "./act.js";
import { all, data } from "./page.js";
import { narrowTo } from "./preview.js";

const IS_NARROW = matchMedia("(max-width: 60rem)");
const BESIDE = 14;  // pixels between the spot and its ring

/** A spot of the boards that stands for several options. With a finger they come in a sheet.
 * @param {{spot: string}} values
 * @param {string} name
 * @param {boolean} tapped
 */
export async function openSpot(values, name, tapped) {
  if (IS_NARROW.matches || tapped) return openSheet(values, name);
  await narrowTo(values, name);
  const spot = byId(values.spot), found = all("#offers .found .offers")[0];
  if (spot?.closest("[data-zoom]") && found?.querySelector(".picture")) openRing(spot, name, found.outerHTML);
}

/** @param {Element} spot
 * @param {string} name
 * @param {string} html
 */
function openRing(spot, name, html) {
  const dock = need("dock"), close = document.createElement("button"), head = document.createElement("h3");
  explain(html);
  Object.assign(head, { id: "dock-title", className: "visually-hidden", textContent: name });
  Object.assign(close, { type: "button", className: "button small plain ring-close", textContent: "×", ariaLabel: data.sayClose });
  close.dataset.cancel = "";
  dock.prepend(head);
  dock.append(close);
  dock.classList.add("ring");
  for (const offer of all(".offer", dock)) offer.title = offer.querySelector(".words")?.textContent ?? "";
  place(dock, spot.getBoundingClientRect());
  all(".offer", dock)[0]?.focus({ preventScroll: true });
}

/** Beside the spot, on the side that has more room, and never over the question.
 * @param {HTMLElement} dock
 * @param {DOMRect} spot
 */
function place(dock, spot) {
  const stage = need("stage").getBoundingClientRect(), { width, height } = dock.getBoundingClientRect();
  const onRight = stage.right - spot.right >= spot.left - stage.left;
  const left = onRight ? spot.right + BESIDE : spot.left - BESIDE - width, top = spot.top + spot.height / 2 - height / 2;
  dock.style.left = `${Math.max(stage.left, Math.min(left, stage.right - width))}px`;
  dock.style.top = `${Math.max(stage.top, Math.min(top, stage.bottom - height))}px`;
}

/** The piece that is looked at, turned to its next place: in a preview at once, in a list the next picture of it. */
export function turn() {
  const next = /** @type {HTMLButtonElement | null} */ (need("dock").querySelector("[data-turned]"));
  if (next) return pick(next.value, true);
  const at = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".offer[data-piece]") ?? document.querySelector(".offer[data-piece]:hover"));
  const same = at ? all(`.offer[data-piece="${at.dataset.piece}"]`, at.closest("#dock, #ask") ?? document).filter((offer) => offer.checkVisibility()) : [];
  if (at) same[(same.indexOf(at) + 1) % same.length]?.focus();
}
