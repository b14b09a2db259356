// Routes drawn on the map: pick a train, point at stops and hexes in order; what they earn and what speaks against
// them comes from the server after every click.
import { all, byId } from "../../dom.js";
import { desk as onTable } from "../../table/desk.js";

const KEPT = ["role", "tabindex"];
const desk = () => byId("drawing");
let points = [], now = 0, ghost = null, marked = [], asked = 0, page = null;

/** A new question: the desk is empty, and stops can be pointed at.
 * @param {import("../../table/desk.js").Tools} tools
 */
function layDesk(tools) {
  page = tools;
  [points, now, ghost] = [[], 0, null];
  page.show(null);
  for (const { element, kept } of marked) {
    element.classList.remove("stop");
    KEPT.forEach((name, n) => (kept[n] === null ? element.removeAttribute(name) : element.setAttribute(name, kept[n])));
  }
  marked = [];
  if (!desk()) return bar("");
  for (const element of JSON.parse(desk().dataset.stops).map((id) => byId(id)).filter(Boolean)) {
    marked.push({ element, kept: KEPT.map((name) => element.getAttribute(name)) });
    element.classList.add("stop");
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
  }
  points = trains().map(() => []);
  bar(byId("drawn").innerHTML);
}

const trains = () => all("[data-train]", byId("drawn"));

/** On a phone the map fills the screen: the desk lies below it as well. */
function bar(html) {
  let strip = byId("drawn-bar");
  if (!strip && html) {
    strip = document.createElement("div");
    strip.id = "drawn-bar";
    document.querySelector("main.table").append(strip);
    strip.addEventListener("click", tool);
  }
  if (strip) { strip.innerHTML = html; strip.hidden = !html; }
}

/** The tool of the desk that has the focus: its name and value. */
function heldTool() {
  const element = document.activeElement;
  return element instanceof HTMLElement && element.closest("#drawn") ? Object.entries(element.dataset)[0] : null;
}

async function update() {
  const turn = ++asked, at = desk();
  const query = new URLSearchParams([...points.map((one) => ["train", one.join(",")]), ["now", now], ["seat", page.seat()]]);
  const answer = await fetch(`${at.dataset.load}?${query}`).then((r) => (r.ok ? r.json() : null)).catch(() => null);
  if (!answer || turn !== asked || at !== desk()) return;
  const held = heldTool();
  byId("drawn").innerHTML = answer.html;
  /** @type {HTMLElement} */
  const again = held && byId("drawn").querySelector(`[data-${held[0]}="${held[1]}"]`);
  again?.focus();
  bar(answer.html);
  ghost = answer.ghost;
  page.show(ghost);
}

/** Another point for the train in hand; the last one again takes it away. */
function point(element) {
  const [, hex, node] = /^d-(?:hex|city)-([A-Z]\d+)(?:-(\d))?$/.exec(element.id) ?? [];
  if (!hex) return;
  const name = node === undefined ? hex : `${hex}.${node}`;
  if (points[now].at(-1) === name) points[now].pop(); else points[now].push(name);
  update();
}

function redraw(routes) {
  const free = trains().map((train) => train.dataset.name);
  points = free.map(() => []);
  for (const route of routes) {
    const [name, way] = route.split(":"), n = free.indexOf(name);
    if (n >= 0) { points[n] = way.split("-"); free[n] = null; }
  }
  update();
}

function tool(event) {
  const { train, back, clear, redraw: again } = event.target.closest("[data-train], [data-back], [data-clear], [data-redraw], [data-run]")?.dataset ?? {};
  if (train !== undefined) { now = Number(train); update(); }
  if (back !== undefined) { points[Number(back)].pop(); now = Number(back); update(); }
  if (clear !== undefined) { points[Number(clear)] = []; now = Number(clear); update(); }
  if (again !== undefined) redraw(again.split(" "));
  const run = event.target.closest("#drawn-bar [data-run]");
  if (run) page.pick(run.value);
}

Object.assign(onTable, { lay: layDesk, ghost: () => (desk() ? ghost : null) });
byId("ask").addEventListener("click", tool);
const place = (event) => (desk() && !event.target.closest(".option") ? event.target.closest('[id^="d-city-"], .hex') : null);
byId("boards").addEventListener("click", (event) => { const found = place(event); if (found) point(found); });
byId("boards").addEventListener("keydown", (event) => {
  const found = event.key === "Enter" || event.key === " " ? place(event) : null;
  if (found) { event.preventDefault(); point(found); }
});
