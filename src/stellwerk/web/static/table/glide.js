// Pieces that lie elsewhere than before glide there. A piece is an element that keeps its id while it moves.
import { byId } from "../dom.js";

const TIME = 600;    // milliseconds
const STEP = 4;      // pixels: less is no move
const LARGE = 0.4;   // of the window: a whole board that moves is no piece

const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {Element} element */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width, height };
}

/** @typedef {Map<string, {x: number, y: number}>} Places */

/** Where some elements are now.
 * @param {string[]} ids
 * @returns {Places}
 */
export function placesOf(ids) {
  /** @type {Places} */
  const found = new Map();
  if (isCalm.matches) return found;
  for (const id of ids) {
    const element = byId(id), at = element && middle(element);
    if (at && at.width > 0 && at.width < LARGE * innerWidth && at.height < LARGE * innerHeight) found.set(id, at);
  }
  return found;
}

/** From where they were to where they are.
 * @param {Places} places
 */
export function glide(places) {
  for (const [id, from] of places) {
    const element = byId(id), to = element && middle(element);
    if (!element || !to || to.width === 0) continue;
    const dx = from.x - to.x, dy = from.y - to.y;
    if (Math.hypot(dx, dy) < STEP) continue;
    const scale = unit(element), start = `${dx / scale}px ${dy / scale}px`;
    element.animate([{ translate: start }, { translate: "0 0" }], { duration: TIME, easing: "ease-in-out" });
  }
}

/** Pixels a unit of the element's own measure: a drawing is scaled.
 * @param {Element} element
 */
function unit(element) {
  const around = /** @type {SVGGraphicsElement | null} */ (element.parentElement?.closest("svg, g") ?? null);
  const matrix = element instanceof SVGElement ? around?.getScreenCTM?.() : null;
  return matrix ? Math.hypot(matrix.a, matrix.b) || 1 : 1;
}
