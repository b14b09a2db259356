// Pan and zoom of one big drawing by its viewBox: buttons, ctrl and wheel, pinch, drag, keys. No page scroll is taken away
// while the whole drawing is in sight.

const views = new WeakMap();
const KEYS = { "+": [1 / 1.3, 0, 0], "=": [1 / 1.3, 0, 0], "-": [1.3, 0, 0], ArrowLeft: [1, -0.12, 0], ArrowRight: [1, 0.12, 0], ArrowUp: [1, 0, -0.12], ArrowDown: [1, 0, 0.12] };

const box = (svg) => { const { x, y, width, height } = svg.viewBox.baseVal; return { x, y, w: width, h: height }; };

function whole(canvas) {
  const svg = canvas.querySelector("svg.d-zoom");
  if (!views.has(canvas)) views.set(canvas, { full: box(svg), now: box(svg) });
  return views.get(canvas);
}

function show(canvas, now) {
  const view = whole(canvas), { full } = view, svg = canvas.querySelector("svg.d-zoom");
  const w = Math.min(full.w, Math.max(full.w / 8, now.w)), h = (w / full.w) * full.h;
  const x = Math.min(full.x + full.w - w, Math.max(full.x, now.x)), y = Math.min(full.y + full.h - h, Math.max(full.y, now.y));
  view.now = { x, y, w, h };
  svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  svg.classList.toggle("zoomed", w < full.w * 0.999);
}

function scale(canvas, factor, px = 0.5, py = 0.5) {
  const { now } = whole(canvas), w = now.w * factor, h = now.h * factor;
  show(canvas, { x: now.x + (now.w - w) * px, y: now.y + (now.h - h) * py, w, h });
}

function move(canvas, dx, dy) {
  const { now } = whole(canvas);
  show(canvas, { ...now, x: now.x + dx * now.w, y: now.y + dy * now.h });
}

function at(canvas, event) {
  const frame = canvas.querySelector("svg.d-zoom").getBoundingClientRect();
  return [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height, frame];
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
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const frame = at(canvas, event)[2];
    const svg = canvas.querySelector("svg.d-zoom");
    if (fingers.size === 1 && svg.classList.contains("zoomed")) {
      const dx = before.clientX - event.clientX, dy = before.clientY - event.clientY;
      if (!dragged && Math.hypot(dx, dy) < 5) return;
      dragged = true;
      svg.classList.add("dragging");
      move(canvas, dx / frame.width, dy / frame.height);
    } else if (fingers.size === 2) {
      const other = [...fingers.values()].find((f) => f.pointerId !== event.pointerId);
      const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
      const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
      dragged = true;
      scale(canvas, was / Math.max(1, is), ...at(canvas, event).slice(0, 2));
    }
    fingers.set(event.pointerId, event);
  });
  const end = (event) => { fingers.delete(event.pointerId); canvas.querySelector("svg.d-zoom")?.classList.remove("dragging"); };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointerleave", end);
  canvas.addEventListener("click", (event) => { if (dragged) { event.stopPropagation(); event.preventDefault(); dragged = false; } }, true);
}

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
    canvas.addEventListener("keydown", (event) => {
      const zoomed = canvas.querySelector("svg.d-zoom").classList.contains("zoomed");
      const step = KEYS[event.key];
      if (event.key === "0") show(canvas, whole(canvas).full);
      if (!step || (step[0] === 1 && !zoomed)) return;
      event.preventDefault();
      event.stopPropagation();
      if (step[0] === 1) move(canvas, step[1], step[2]); else scale(canvas, step[0]);
    });
  }
}

/** After a redraw the drawing keeps the part it showed. */
export function keepZoom(root) {
  for (const canvas of root.querySelectorAll("[data-zoom]")) show(canvas, whole(canvas).now);
}
