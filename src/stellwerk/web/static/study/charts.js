// Charts over all moves: a cursor that pointer and keys move, what everybody had there, and the way to that move.
import { all } from "../dom.js";
import { placeAt, placeOf, valuesAt } from "./places.js";

/** @typedef {import("./places.js").Chart} Chart */

/** @type {{plot: HTMLElement, chart: Chart}[]} */
const charts = [];

/** @param {HTMLElement} root @param {(at: number) => void} go */
export function readCharts(root, go) {
  for (const plot of all("[data-chart]", root)) {
    /** @type {Chart} */
    const chart = JSON.parse(/** @type {HTMLElement} */ (plot).dataset.chart ?? "{}");
    charts.push({ plot: /** @type {HTMLElement} */ (plot), chart });
    listen(/** @type {HTMLElement} */ (plot), chart, go);
  }
}

/** @param {HTMLElement} plot @param {Chart} chart @param {(at: number) => void} go */
function listen(plot, chart, go) {
  let place = chart.at.length - 1;
  const to = (/** @type {number} */ next) => {
    place = Math.max(0, Math.min(chart.at.length - 1, next));
    put(plot, chart, place, true);
  };
  plot.addEventListener("pointermove", (event) => to(under(plot, chart, event)));
  plot.addEventListener("pointerleave", () => put(plot, chart, place, false));
  plot.addEventListener("click", (event) => { to(under(plot, chart, event)); go(chart.at[place]); });
  plot.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.round(chart.at.length / 20));
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -page, PageUp: page }[event.key];
    if (by) to(place + by);
    else if (event.key === "Home") to(0);
    else if (event.key === "End") to(chart.at.length - 1);
    else if (event.key === "Enter" || event.key === " ") go(chart.at[place]);
    else return;
    event.preventDefault();
  });
  plot.addEventListener("place", (event) => { place = /** @type {CustomEvent} */ (event).detail; });
}

/** The picture of a plot that is on the screen now. @param {HTMLElement} plot */
const picture = (plot) => /** @type {SVGSVGElement} */ (all("svg", plot).find((svg) => svg.getBoundingClientRect().width) ?? plot.querySelector("svg"));

/** @param {HTMLElement} plot @param {Chart} chart @param {PointerEvent | MouseEvent} event */
function under(plot, chart, event) {
  const svg = picture(plot), box = svg.getBoundingClientRect();
  const x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
  return placeAt(x, Number(svg.dataset.left), Number(svg.dataset.right), chart.at.length);
}

/** @param {HTMLElement} plot @param {Chart} chart @param {number} place @param {boolean} isRead */
function put(plot, chart, place, isRead) {
  for (const svg of all("svg", plot)) {
    const left = Number(svg.dataset.left), right = Number(svg.dataset.right);
    const x = left + (right - left) * place / Math.max(1, chart.at.length - 1);
    svg.querySelector(".cursor")?.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
  }
  const text = valuesAt(chart, place);
  const output = plot.querySelector("output");
  if (output) output.textContent = isRead ? text : "";
  plot.setAttribute("aria-valuenow", String(place));
  plot.setAttribute("aria-valuetext", text);
}

/** All cursors at the move the stage shows. @param {number} at */
export function setCursors(at) {
  for (const { plot, chart } of charts) {
    const place = placeOf(chart, at);
    put(plot, chart, place, false);
    plot.dispatchEvent(new CustomEvent("place", { detail: place }));
  }
}
