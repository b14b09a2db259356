// Pan and zoom of one big drawing by its viewBox: buttons, ctrl and wheel, pinch, drag, keys. No page scroll is taken away
// while the whole drawing is in sight.
import { around, framed, isInside, isZoomed, moved, scaled, within } from "./box.js";
import { nearest } from "./dom.js";

/** @typedef {import("./box.js").Box} Box */

/** `below`: room under the drawing, while something lies over the lower part of it.
 * @type {WeakMap<Element, {drawn: Box, full: Box, now: Box, byHand: boolean, below: number}>} */
const views = new WeakMap();
const READABLE = 0.8;  // pixels a unit of the drawing at which its small letters can be read
const FAR = 0.7;       // from here on only names are written, in letters that can be read
const NEAR = 1.05;     // the same for a finger
const CLOSE = 1.15;    // no closer than this by itself
const ROOM = 70;       // around what is looked at
const IS_SMALL = matchMedia("(max-width: 60rem)");
const KEYS = { "+": [1 / 1.3, 0, 0], "=": [1 / 1.3, 0, 0], "-": [1.3, 0, 0], ArrowLeft: [1, -0.12, 0], ArrowRight: [1, 0.12, 0], ArrowUp: [1, 0, -0.12], ArrowDown: [1, 0, 0.12] };

const box = (svg) => { const { x, y, width, height } = svg.viewBox.baseVal; return { x, y, w: width, h: height }; };

function whole(canvas) {
  const svg = canvas.querySelector("svg.d-zoom");
  if (!views.has(canvas)) views.set(canvas, { drawn: box(svg), full: box(svg), now: box(svg), byHand: false, below: 0 });
  return views.get(canvas);
}

/** How wide it is on the screen: the stage may show its boards smaller than they are laid out. */
const wide = (canvas) => canvas.getBoundingClientRect().width;

/** Pixels a unit of the drawing. */
const sharpness = (canvas, seen) => wide(canvas) / seen.w;

/** The room a drawing has may have changed: the whole of it is a box in the proportions of that room. */
export function frameAll(root) {
  for (const canvas of root.querySelectorAll("[data-zoom]")) {
    if (!canvas.clientWidth || !canvas.clientHeight) continue;
    const view = whole(canvas), full = framed(view.drawn, canvas.clientWidth / canvas.clientHeight);
    const same = Math.abs(full.w - view.full.w) < 1 && Math.abs(full.h - view.full.h) < 1;
    if (same) continue;
    const kept = isZoomed(view.full, view.now) ? framed(view.now, full.w / full.h) : full;
    view.full = full;
    show(canvas, kept);
  }
}

/** Some elements of drawings come into sight, as near as leaves them all in it; what can be read already stays. */
export function lookAt(elements) {
  for (const canvas of new Set(elements.map((element) => element.closest("[data-zoom]")).filter(Boolean))) {
    const own = elements.filter((element) => canvas.contains(element)), view = whole(canvas);
    if (!canvas.clientWidth) continue;
    if (sharpness(canvas, view.full) >= READABLE) { if (!view.byHand) show(canvas, view.full); continue; }
    const asked = around(own.map((element) => inDrawing(canvas, element)));
    if (isInside(asked, view.now) && sharpness(canvas, view.now) >= READABLE) continue;
    view.byHand = false;
    show(canvas, viewOf(canvas, view, asked, own));
  }
}

/** All of it, not too close. Where that is too small to be read on a small screen: the first of it, near. */
function viewOf(canvas, view, asked, own) {
  const proportions = view.full.w / view.full.h, near = framed(around([asked], ROOM), proportions);
  const closest = wide(canvas) / CLOSE, furthest = IS_SMALL.matches ? wide(canvas) / NEAR : Infinity;
  if (near.w <= furthest) return scaled(near, Math.max(1, closest / near.w));
  const first = framed(inDrawing(canvas, own[0]), proportions);
  return scaled(first, furthest / first.w);
}

/** Where an element lies, in the drawing's own measure. */
function inDrawing(canvas, element) {
  const inverse = canvas.querySelector("svg.d-zoom").getScreenCTM().inverse(), frame = element.getBoundingClientRect();
  const a = new DOMPoint(frame.left, frame.top).matrixTransform(inverse), b = new DOMPoint(frame.right, frame.bottom).matrixTransform(inverse);
  return { x: a.x, y: a.y, w: b.x - a.x, h: b.y - a.y };
}

function show(canvas, now) {
  const view = whole(canvas), { full } = view, svg = canvas.querySelector("svg.d-zoom");
  const { x, y, w, h } = view.now = within(full, now, { ...view.drawn, h: view.drawn.h + 2 * view.below });
  svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  svg.style.setProperty("--unit", String(canvas.clientWidth ? w / wide(canvas) : 1));
  svg.classList.toggle("zoomed", isZoomed(full, view.now));
  svg.classList.toggle("far", canvas.clientWidth > 0 && sharpness(canvas, view.now) < FAR);
}

function scale(canvas, factor, px = 0.5, py = 0.5) {
  whole(canvas).byHand = true;
  show(canvas, scaled(whole(canvas).now, factor, px, py));
}

function move(canvas, dx, dy) {
  whole(canvas).byHand = true;
  show(canvas, moved(whole(canvas).now, dx, dy));
}

function at(canvas, event) {
  const frame = canvas.querySelector("svg.d-zoom").getBoundingClientRect();
  return [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height, frame];
}

const middle = ([a, b]) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
const spread = ([a, b]) => Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));

/** Two fingers: what lies between them stays between them. */
function pinch(canvas, before, after) {
  const [px, py, frame] = at(canvas, middle(before)), from = middle(before), to = middle(after);
  scale(canvas, spread(before) / spread(after), px, py);
  move(canvas, (from.clientX - to.clientX) / frame.width, (from.clientY - to.clientY) / frame.height);
}

function drag(canvas) {
  const fingers = new Map();
  let dragged = false;
  canvas.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("svg.d-zoom")) return;
    fingers.set(event.pointerId, event);
    dragged = false;
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const frame = at(canvas, event)[2], svg = canvas.querySelector("svg.d-zoom"), before = [...fingers.values()];
    if (fingers.size === 1 && svg.classList.contains("zoomed")) {
      const dx = last.clientX - event.clientX, dy = last.clientY - event.clientY;
      if (!dragged && Math.hypot(dx, dy) < 5) return;
      dragged = true;
      svg.classList.add("dragging");
      move(canvas, dx / frame.width, dy / frame.height);
    } else if (fingers.size === 2) {
      dragged = true;
      pinch(canvas, before, before.map((finger) => (finger.pointerId === event.pointerId ? event : finger)));
    }
    fingers.set(event.pointerId, event);
  });
  const end = (event) => { fingers.delete(event.pointerId); canvas.querySelector("svg.d-zoom")?.classList.remove("dragging"); };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointerleave", end);
  canvas.addEventListener("click", (event) => { if (dragged) { event.stopPropagation(); event.preventDefault(); dragged = false; } }, true);
}

/** What gets the focus comes into sight. */
function reveal(canvas, element) {
  const frame = canvas.querySelector("svg.d-zoom").getBoundingClientRect(), own = element.getBoundingClientRect();
  const over = (low, high, from, to) => (low < from ? low - from : high > to ? high - to : 0);
  const dx = over(own.left, own.right, frame.left, frame.right), dy = over(own.top, own.bottom, frame.top, frame.bottom);
  if (dx || dy) move(canvas, dx / frame.width, dy / frame.height);
}

/** @type {{canvas: Element, was: Box, is: Box} | null} A drawing that was moved up, what it showed before and since. */
let raised = null;

/** The drawing moves up by some pixels, further than it can be moved by hand.
 * @param {Element} element
 * @param {number} pixels
 */
export function moveUp(element, pixels) {
  const canvas = element.closest("[data-zoom]"), view = whole(canvas), was = raised?.canvas === canvas ? raised.was : view.now;
  const units = pixels / sharpness(canvas, view.now);
  view.below += units;
  show(canvas, { ...view.now, y: view.now.y + units });
  raised = { canvas, was, is: view.now };
}

/** It lies where it lay before, unless somebody has moved it since. */
export function moveBack() {
  if (!raised) return;
  const { canvas, was, is } = raised, view = whole(canvas);
  raised = null;
  view.below = 0;
  show(canvas, view.now.y === is.y && view.now.w === is.w ? was : view.now);
}

/** + − 0 wherever the focus is, arrows while it is in the drawing. */
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || nearest(event, "input, textarea, select, dialog")) return;
  const inside = nearest(event, "[data-zoom]"), canvas = inside ?? document.querySelector("[data-zoom]"), step = KEYS[event.key];
  if (!canvas || (!step && event.key !== "0")) return;
  const arrow = step?.[0] === 1;
  if (arrow && !(inside && canvas.querySelector("svg.zoomed"))) return;
  event.preventDefault();
  if (!step) show(canvas, whole(canvas).full); else if (arrow) move(canvas, step[1], step[2]); else scale(canvas, step[0]);
});

function buttons(canvas, words) {
  const group = document.createElement("div");
  group.className = "zoom-keys";
  [["−", 1.3, words.out], ["+", 1 / 1.3, words.in], ["⤢", 0, words.all]].forEach(([sign, factor, name]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.textContent = sign;
    button.setAttribute("aria-label", name);
    button.addEventListener("click", () => (factor ? scale(canvas, factor) : show(canvas, whole(canvas).full)));
    group.append(button);
  });
  canvas.append(group);
}

/** Make every big drawing inside `root` zoomable. */
export function zoomable(root, words) {
  for (const canvas of root.querySelectorAll(".board-map .canvas")) {
    if (canvas.dataset.zoom || !canvas.querySelector("svg.d-zoom")) continue;
    canvas.dataset.zoom = "yes";
    whole(canvas);
    buttons(canvas, words);
    drag(canvas);
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      scale(canvas, event.deltaY > 0 ? 1.15 : 1 / 1.15, ...at(canvas, event).slice(0, 2));
    }, { passive: false });
    canvas.addEventListener("dblclick", (event) => { if (!event.target.closest(".option, button")) scale(canvas, 1 / 1.8, ...at(canvas, event).slice(0, 2)); });
    canvas.addEventListener("focusin", (event) => { if (event.target.closest("svg.zoomed")) reveal(canvas, event.target); });
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "group");
    canvas.setAttribute("aria-label", canvas.querySelector("svg.d-zoom").getAttribute("aria-label"));
  }
}

/** After a redraw the drawing keeps the part it showed. */
export function keepZoom(root) {
  for (const canvas of root.querySelectorAll("[data-zoom]")) show(canvas, whole(canvas).now);
}
