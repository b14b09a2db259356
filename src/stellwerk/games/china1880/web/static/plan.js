// The sandbox: its address is the plan. Links lead from plan to plan; only what changed is fetched.
import { toast } from "../../base.js";
import { changeBoards } from "../../boards.js";
import { all, byId, nearest } from "../../dom.js";
import { listen } from "../../live.js";
import { helpTips } from "../../tips.js";
import { keepZoom, zoomable } from "../../zoom.js";

/** @type {HTMLElement} */
const main = document.querySelector("main.plan");
let shown = main.dataset.url, wanted = shown, asked = 0; // the plan on the page, and the one it is to become

/** The hex one is busy with is marked on the map. */
function mark(hex) {
  for (const old of main.querySelectorAll(".hex.picked")) old.classList.remove("picked");
  byId(`d-hex-${hex}`)?.classList.add("picked");
}

async function show(url) {
  const turn = ++asked;
  wanted = url;
  const answer = await fetch(`${location.pathname}${url}&${new URLSearchParams({ had: shown })}`).then((r) => (r.ok ? r.json() : null)).catch(() => null);
  if (turn !== asked) return;
  if (!answer) { wanted = shown; return toast(main.dataset.sayFailed); }
  const focused = document.activeElement?.closest("#plan") ? label(document.activeElement) : null;
  changeBoards(answer.boards);
  byId("plan").innerHTML = answer.panel;
  shown = url;
  mark(answer.hex);
  keepZoom(main);
  if (focused) (named(focused) ?? byId("plan-hex")).focus({ preventScroll: true });
  byId("live").textContent = byId("plan").querySelector(".plan-sum")?.textContent ?? "";
}

/** @param {Element} element */
const label = (element) => element.getAttribute("aria-label") ?? element.textContent.trim();

/** The control of the panel with that label.
 * @param {string} wording
 */
function named(wording) {
  return all("a, button, input", byId("plan")).find((control) => label(control) === wording);
}

function go(url) {
  history.pushState(null, "", url);
  show(url);
}

/** The plan on the page with one value changed. */
function changed(name, value) {
  const query = new URLSearchParams(wanted);
  query.set(name, value);
  return `?${query}`;
}

main.addEventListener("click", (event) => {
  const link = nearest(event, "a[data-plan]");
  if (link && !event.ctrlKey && !event.metaKey) { event.preventDefault(); return go(link.getAttribute("href")); }
  const hex = nearest(event, ".hex");
  if (hex) go(changed("hex", hex.id.replace("d-hex-", "")));
});
main.addEventListener("submit", (event) => {
  if (!nearest(event, "[data-hex]")) return;
  event.preventDefault();
  /** @type {HTMLInputElement} */
  const field = byId("plan-hex");
  go(changed("hex", field.value.trim().toUpperCase()));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "u" || event.ctrlKey || event.metaKey || nearest(event, "input")) return;
  /** @type {HTMLElement} */
  const undo = main.querySelector("[data-undo]");
  undo?.click();
});
listen((event) => { if (event.kind === "log" && event.table === main.dataset.table) show(wanted); });
addEventListener("popstate", () => show(location.search || main.dataset.url));

zoomable(main, { in: main.dataset.sayIn, out: main.dataset.sayOut, all: main.dataset.sayWhole });
helpTips(byId("boards"), byId("tip"));
mark(main.dataset.hex);
