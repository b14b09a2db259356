// A study: moves, slider, films and charts all lead to a position; the address names the move that is shown.
import { csrf, toast } from "../base.js";
import { changeBoards } from "../boards.js";
import { all, byId, nearest, need } from "../dom.js";
import { keepZoom, zoomable } from "../zoom.js";
import { readCharts, setCursors } from "./charts.js";
import { playFilm } from "./film.js";
import { showComment } from "./comments.js";
import { awaitJudgement } from "./judgement.js";
import { isOpinionAsked, leaveOpinion, offerOpinion } from "./opinion.js";
import { savePicture } from "./png.js";

const main = need("main"), data = main.dataset;
const slider = /** @type {HTMLInputElement} */ (need("slider"));
const words = { in: data.sayIn ?? "", out: data.sayOut ?? "", all: data.sayWhole ?? "" };
const tip = Number(data.tip);
let shown = Number(data.at), wanted = shown, isBusy = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let sliding;

/** The address of a move. @param {number} at */
const address = (at) => `${data.url}?at=${at}`;

/** Shows a move; of several asked for in haste only the last one is fetched. @param {number} at */
export async function show(at, push = false) {
  wanted = Math.max(0, Math.min(tip, at));
  if (wanted !== shown) leaveOpinion();
  if (push) history.pushState(null, "", address(wanted)); else history.replaceState(null, "", address(wanted));
  mark(wanted);
  if (isBusy) return;
  isBusy = true;
  try {
    while (shown !== wanted) await fetchPosition(wanted);
  } finally {
    isBusy = false;
  }
}

/** @param {number} at */
async function fetchPosition(at) {
  const answer = await fetch(`${data.url}/position?at=${at}&since=${shown}`, { headers: { accept: "application/json" } });
  if (!answer.ok) { toast(answer.statusText); wanted = shown; return; }
  const { boards, said } = await answer.json();
  changeBoards(boards);
  shown = at;
  need("said").textContent = said;
  keepZoom(main);
  zoomable(main, words);
}

/** Slider, list, charts and links say where we are. @param {number} at */
function mark(at) {
  slider.value = String(at);
  need("slider-at").textContent = `${at}/${tip}`;
  for (const old of all("#moves [aria-current]")) old.removeAttribute("aria-current");
  const move = byId(`m${at}`)?.querySelector("a");
  move?.setAttribute("aria-current", "true");
  scrollIn(need("moves"), move);
  setCursors(at);
  showComment(at);
  for (const kind of ["svg", "png"]) byId(kind === "svg" ? "picture" : "picture-png")?.setAttribute("href", `${data.url}/picture.${kind}?at=${at}`);
  for (const field of all("#branch-at, #judgement [name=at], #commenting [name=at]")) field.setAttribute("value", String(at));
  byId("ask-opinion")?.setAttribute("href", `${address(at)}&opinion=yes#opinion`);
  steps().forEach(([name, to]) => main.querySelector(`[data-go=${name}]`)?.setAttribute("href", `${address(to)}#stage`));
}

/** @returns {[string, number][]} */
const steps = () => [["first", 0], ["back", Math.max(0, wanted - 1)], ["on", Math.min(tip, wanted + 1)], ["last", tip]];

/** The list scrolls, the page does not. @param {HTMLElement} box @param {Element | null | undefined} item */
function scrollIn(box, item) {
  if (!item) return;
  const outer = box.getBoundingClientRect(), inner = item.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 2;
}

main.addEventListener("click", (event) => {
  const go = nearest(event, "[data-go]"), link = nearest(event, "[data-at]"), png = nearest(event, "[data-png]");
  if (png) savePicture(png.dataset.png ?? "");
  if (!go && (!link || link === main)) return;
  event.preventDefault();
  const at = go ? steps().find(([name]) => name === go.dataset.go)?.[1] : Number(link?.dataset.at ?? link?.getAttribute("data-at"));
  show(at ?? 0, true);
  if (link && link.closest("#parts")) need("stage").scrollIntoView({ block: "start" });
});

slider.addEventListener("input", () => {
  need("slider-at").textContent = `${slider.value}/${tip}`;
  clearTimeout(sliding);
  sliding = setTimeout(() => show(Number(slider.value)), 40);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (nearest(event, "input, textarea, select, [role=slider], .canvas[data-zoom] svg")) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by) show(wanted + by);
  else if (event.key === "Home") show(0);
  else if (event.key === "End") show(tip);
  else return;
  event.preventDefault();
});

addEventListener("popstate", () => {
  const at = new URLSearchParams(location.search).get("at");
  show(at === null ? tip : Number(at));
});

/** Long tables come when somebody opens them. */
document.addEventListener("toggle", async (event) => {
  const details = /** @type {HTMLDetailsElement} */ (event.target);
  const url = details.dataset?.table;
  if (!details.open || !url) return;
  delete details.dataset.table;
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  const inner = details.querySelector("a");
  if (answer.ok && inner) inner.outerHTML = await answer.text();
}, true);

/** A study that is still being made comes when it is ready. */
async function awaitStudy() {
  const bar = /** @type {HTMLProgressElement | null} */ (byId("progress"));
  if (!bar) return;
  const answer = await fetch(`${data.url}/progress`, { headers: { accept: "application/json", "x-csrf-token": csrf() ?? "" } });
  const state = await answer.json();
  bar.max = state.all;
  bar.value = state.done;
  if (!state.ready && !state.problem) setTimeout(awaitStudy, 500);
  else if (isOpinionAsked()) location.assign(`${address(wanted)}&opinion=yes`);
  else location.reload();
}

zoomable(main, words);
readCharts(main, (at) => { show(at, true); });
mark(shown);
offerOpinion(data.url ?? "", () => wanted);
playFilm(need("play"), /** @type {HTMLSelectElement} */ (need("film")), { at: () => wanted, tip, show });
awaitStudy();
awaitJudgement(data.url ?? "", () => address(wanted));
