// The part of a drawing that is in sight, as a box in the drawing's own measure. Nothing here touches the page.

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

const CLOSEST = 8;

/** The wanted box, kept inside the whole drawing and in its proportions; not closer than an eighth.
 * @param {Box} full
 * @param {Box} wanted
 * @returns {Box}
 */
export function within(full, wanted) {
  const w = Math.min(full.w, Math.max(full.w / CLOSEST, wanted.w)), h = (w / full.w) * full.h;
  const x = Math.min(full.x + full.w - w, Math.max(full.x, wanted.x)), y = Math.min(full.y + full.h - h, Math.max(full.y, wanted.y));
  return { x, y, w, h };
}

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
