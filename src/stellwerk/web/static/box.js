// The part of a drawing that is in sight, as a box in the drawing's own measure. Nothing here touches the page.

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

const CLOSEST = 8;

/** The wanted box, in the proportions of the whole and not closer than an eighth of it. It stays on what is drawn; where
 * it is larger than that, the drawing is in its middle.
 * @param {Box} full
 * @param {Box} wanted
 * @param {Box} drawn
 * @returns {Box}
 */
export function within(full, wanted, drawn = full) {
  const w = Math.min(full.w, Math.max(full.w / CLOSEST, wanted.w)), h = (w / full.w) * full.h;
  return { x: placed(wanted.x, w, drawn.x, drawn.w), y: placed(wanted.y, h, drawn.y, drawn.h), w, h };
}

/** Where a span begins so that it lies on another one, or around its middle.
 * @param {number} at
 * @param {number} span
 * @param {number} from
 * @param {number} whole
 */
function placed(at, span, from, whole) {
  return span >= whole ? from + (whole - span) / 2 : Math.min(from + whole - span, Math.max(from, at));
}

/** The smallest box of some proportions (width by height) around another one.
 * @param {Box} box
 * @param {number} proportions
 * @returns {Box}
 */
export function framed(box, proportions) {
  const w = Math.max(box.w, box.h * proportions), h = Math.max(box.h, box.w / proportions);
  return { x: box.x - (w - box.w) / 2, y: box.y - (h - box.h) / 2, w, h };
}

/** The box around several, with room at the edge.
 * @param {Box[]} boxes
 * @param {number} room
 * @returns {Box}
 */
export function around(boxes, room = 0) {
  const x = Math.min(...boxes.map((box) => box.x)) - room, y = Math.min(...boxes.map((box) => box.y)) - room;
  const right = Math.max(...boxes.map((box) => box.x + box.w)) + room, bottom = Math.max(...boxes.map((box) => box.y + box.h)) + room;
  return { x, y, w: right - x, h: bottom - y };
}

/** Whether one box lies in another.
 * @param {Box} inner
 * @param {Box} outer
 */
export const isInside = (inner, outer) => inner.x >= outer.x - 0.5 && inner.y >= outer.y - 0.5 && inner.x + inner.w <= outer.x + outer.w + 0.5 && inner.y + inner.h <= outer.y + outer.h + 0.5;

/** Larger or smaller by a factor; the point at these shares of width and height stays where it is.
 * @param {Box} box
 * @param {number} factor
 * @param {number} px
 * @param {number} py
 * @returns {Box}
 */
export function scaled(box, factor, px = 0.5, py = 0.5) {
  const w = box.w * factor, h = box.h * factor;
  return { x: box.x + (box.w - w) * px, y: box.y + (box.h - h) * py, w, h };
}

/** Moved by shares of its own width and height.
 * @param {Box} box
 * @param {number} dx
 * @param {number} dy
 * @returns {Box}
 */
export const moved = (box, dx, dy) => ({ ...box, x: box.x + dx * box.w, y: box.y + dy * box.h });

/** Whether less than the whole drawing is in sight.
 * @param {Box} full
 * @param {Box} now
 */
export const isZoomed = (full, now) => now.w < full.w * 0.999;
