// The sandbox: its address is the plan. Links lead from plan to plan; only what changed is fetched.
import { byId, toast } from "./base.js";
import { changeBoards } from "./boards.js";
import { listen } from "./live.js";
import { helpTips } from "./tips.js";
import { keepZoom, zoomable } from "./zoom.js";

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
  if (focused) ([...byId("plan").querySelectorAll("a, button, input")].find((one) => label(one) === focused) ?? byId("plan-hex")).focus({ preventScroll: true });
  byId("live").textContent = byId("plan").querySelector(".plan-sum")?.textContent ?? "";
}

const label = (element) => element.getAttribute("aria-label") ?? element.textContent.trim();

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
  const link = event.target.closest("a[data-plan]");
  if (link && !event.ctrlKey && !event.metaKey) { event.preventDefault(); return go(link.getAttribute("href")); }
  const hex = event.target.closest(".hex");
  if (hex) go(changed("hex", hex.id.replace("d-hex-", "")));
});
main.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-hex]")) return;
  event.preventDefault();
  go(changed("hex", byId("plan-hex").value.trim().toUpperCase()));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "u" || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
  main.querySelector("[data-undo]")?.click();
});
listen((event) => { if (event.kind === "log" && event.table === main.dataset.table) show(wanted); });
addEventListener("popstate", () => show(location.search || main.dataset.url));

zoomable(main, { in: main.dataset.sayIn, out: main.dataset.sayOut, all: main.dataset.sayWhole });
helpTips(byId("boards"), byId("tip"));
mark(main.dataset.hex);
