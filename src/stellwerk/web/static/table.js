// A table or a replay: fetch what changed, offer what is allowed, preview, act, look back.
import { byId, freshId, send, showTurns, toast } from "./base.js";
import { lookAhead, lookBack } from "./ahead.js";
import { changeBoards } from "./boards.js";
import { listen } from "./live.js";
import { drawnGhost, layDesk } from "./routes.js";
import { clearSpots, markSpots, spotsOf } from "./spots.js";
import { helpTips } from "./tips.js";
import { keepZoom, zoomable } from "./zoom.js";

const main = document.querySelector("main.table");
const data = main.dataset;
const live = data.kind === "table";
let shown = Number(data.version), tip = Number(data.tip), busy = false;

const all = (selector, root = main) => [...root.querySelectorAll(selector)];
const offers = () => all("#ask .offer").filter((offer) => offer.offsetParent !== null || offer.closest("[data-in]"));
const query = (values) => new URLSearchParams(values).toString();

// --- what changed -----------------------------------------------------------------------------------------------------

/** The parts the page has; what lies in a closed panel need not be sent until somebody opens it. */
function have() {
  const unseen = (part) => part.closest("[role=tabpanel]") && part.closest("[role=tabpanel]").offsetParent === null;
  return Object.fromEntries(all("[data-fragment]").map((part) => [part.id, unseen(part) ? "-" : part.dataset.digest ?? ""]));
}

function standing() {
  const { at, for: reader } = byId("boards").dataset;
  return { have: have(), holder, boards: at === undefined ? null : { version: Number(at), seat: reader } };
}

function changeParts(parts) {
  for (const [id, [digest, html]] of Object.entries(parts)) {
    const part = byId(id);
    if (!part) continue;
    part.innerHTML = html;
    part.dataset.digest = digest;
  }
}

/** Put an answer of the server on the page; the reader's focus stays where it was, or goes to the new question. */
function put(answer) {
  const inAsk = acted || byId("ask").contains(document.activeElement);
  acted = false;
  const focused = document.activeElement?.id;
  const mineBefore = all(".prompt.mine").length > 0;
  showGhost(null);
  clearSpots();
  if (answer.boards) changeBoards(answer.boards);
  if (answer.all) byId("boards").innerHTML = answer.all;
  changeParts(answer.parts);
  Object.assign(byId("boards").dataset, { at: answer.version, for: answer.seat ?? "" });
  const told = byId("boards").dataset.table !== data.table && answer.said;
  shown = answer.version;
  tip = answer.tip;
  data.version = shown;
  data.tip = tip;
  data.seat = answer.seat ?? "";
  holder = data.seat === "" ? holder : data.seat;
  slider.max = tip;
  slider.value = shown;
  byId("slider-at").textContent = `${shown}/${tip}`;
  markSpots(pick, narrowTo, hoverSpot);
  keepZoom(main);
  zoomable(main, zoomWords);
  if (answer.turns !== undefined) showTurns(answer.turns);
  if (told) byId("live").textContent = answer.said;
  if (inAsk && document.activeElement === document.body) (byId(focused) ?? byId("question"))?.focus({ preventScroll: true });
  if (!mineBefore && all(".prompt.mine").length && data.pane !== "board") setPane("ask");
  markLine();
  pointOut();
  drawCurtain();
  if ("ask" in answer.parts) loadRoutes();
  loadFigures();
}

// --- hot seat: a curtain between two players --------------------------------------------------------------------------

let holder = data.seat;

function drawCurtain() {
  const curtain = all("dialog.curtain")[0];
  if (!curtain || curtain.matches(":modal")) return;
  setPane("ask");
  curtain.close();
  curtain.showModal();
  curtain.addEventListener("cancel", (event) => event.preventDefault());
}

function lift(form) {
  holder = form.elements.seat.value;
  acted = true;
  return refresh();
}

/** Which boards have options; and on a phone the question stays in sight beside the boards. */
function pointOut() {
  all("[data-jump]").forEach((link) => link.classList.toggle("wanted", all(".option", byId(`board-${link.dataset.jump}`)).length > 0));
  const asked = byId("question"), now = byId("now");
  now.hidden = !asked;
  if (asked) now.textContent = asked.textContent.trim();
}

/** Thinking time so far; where there is a limit, what is left of it. */
function tick() {
  for (const clock of all(".clock")) {
    const { spent, since, until } = clock.dataset;
    const left = until ? Number(until) - Date.now() : Number(spent) + Date.now() - Number(since);
    const seconds = Math.max(0, Math.floor(left / 1000)), hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60, rest = String(seconds % 60).padStart(2, "0");
    clock.textContent = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
    clock.classList.toggle("late", Boolean(until) && seconds < 30);
  }
}
setInterval(tick, 1000);

/** What takes a moment to work out is fetched after the question is on the page. */
async function loadRoutes() {
  const box = byId("routes"), at = shown;
  if (!box) return layDesk(desk);
  const html = await fetch(`${box.dataset.load}?${query({ seat: data.seat })}`).then((r) => r.text());
  if (at !== shown || !byId("routes")) return;
  byId("routes").innerHTML = html;
  layDesk(desk);
}
const desk = { seat: () => data.seat, show: showGhost, pick };

/** What changed; asked for until there is an answer or something newer is asked for. */
async function refresh(version = null) {
  const asked = ++requests, request = { ...standing(), version };
  for (let wait = 800; ; wait = longer(wait)) {
    const answer = await send(`${data.url}/parts`, request).catch(() => null);
    if (asked !== requests) return;
    if (answer) return answer.parts && put(answer);
    await pause(wait);
  }
}
let requests = 0;
const longer = (wait) => Math.min(wait * 1.5, 5000);
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

listen((event) => {
  if (!live) return;
  const ours = event.kind === "back" || event.kind === "resync" || event.table === data.table;
  if (ours) catchUp(event.kind === "log" ? event.version : Infinity);
});

/** News that arrives while an answer is under way is fetched afterwards, unless the answer brought it. */
function catchUp(version = Infinity) {
  if (busy) missed = Math.max(missed, version); else if (version > tip) refresh(shown < tip ? shown : null);
}
let missed = 0;

// --- acting -----------------------------------------------------------------------------------------------------------

/** Send until the server has answered; the same id twice has one effect. */
async function surely(url, request) {
  for (let wait = 800; ; wait = longer(wait)) {
    try { return await send(url, request); } catch {
      byId("live").textContent = document.body.dataset.sayLost;
      toast(document.body.dataset.sayLost, wait / 1000);
      await pause(wait);
    }
  }
}

async function act(values, sure = false, id = freshId()) {
  if (busy || shown < tip) return;
  busy = true;
  main.setAttribute("aria-busy", "true");
  const form = all("form.offers-form")[0];
  const request = { ...values, sure, at: Number(form.dataset.at), seat: Number(form.elements.seat.value), request_id: id, ...standing() };
  const answer = await surely(`${data.url}/act`, request);
  free();
  main.removeAttribute("aria-busy");
  if (answer.confirm) return ask(answer.confirm, () => act(values, true, id), values.action);
  closeDock();
  settle(answer);
}

function settle(answer) {
  acted = document.activeElement === document.body;
  if (answer.refused) explain(answer.refused);
  if (answer.stale) toast(data.sayStale);
  if (answer.parts) { requests++; put(answer); } else if (answer.stale || answer.refused) refresh();
}

function pick(action, tapped = false) {
  all("#ask .offer").forEach((offer) => offer.classList.toggle("picked", offer.value === action));
  act({ action, tapped });
}

function explain(html) {
  const dock = byId("dock");
  dock.innerHTML = html;
  dock.hidden = false;
}

let onSure = null, acted = false;
function ask(html, sure, action) {
  explain(html);
  onSure = sure;
  byId("dock").querySelector("[data-sure]").focus();
  if (action) preview(action, 0);
}

function closeDock() {
  const dock = byId("dock");
  if (dock.hidden) return false;
  dock.hidden = true;
  dock.innerHTML = "";
  onSure = null;
  all(".offer.picked").forEach((offer) => offer.classList.remove("picked"));
  showGhost(null);
  return true;
}

// --- previews, and where options live ---------------------------------------------------------------------------------

let ghost = null, waiting = 0;

function showGhost(changes) {
  lookBack();
  if (ghost?.show) changeBoards(ghost.clear);
  ghost = changes;
  if (changes?.ahead) lookAhead(changes.ahead);
  if (!changes?.show) return;
  changeBoards(changes.show);
  markSpots(pick, narrowTo, hoverSpot);
}

let previewed = null;
function preview(action, delay = 160) {
  clearTimeout(waiting);
  if (previewed === `${shown} ${action}`) return;
  waiting = setTimeout(async () => {
    const at = shown;
    const answer = await fetch(`${data.url}/preview?${query({ action, at, seat: data.seat })}`).then((r) => r.json()).catch(() => null);
    if (!answer || at !== shown || !byId("preview") || busy) return;
    byId("preview").innerHTML = answer.html;
    showGhost(answer.ghost);
    previewed = `${shown} ${action}`;
  }, delay);
}

function forget() {
  clearTimeout(waiting);
  previewed = null;
  if (byId("preview")) byId("preview").innerHTML = "";
  if (byId("dock").hidden) showGhost(drawnGhost());
}

function hoverSpot(numbers, on) {
  all("#ask .offer").forEach((offer) => offer.classList.toggle("near", on && numbers.includes(Number(offer.dataset.number))));
  if (on && numbers.length === 1) previewNumber(numbers[0]); else if (!on) forget();
}

function previewNumber(number) {
  const offer = all(`#ask .offer[data-number="${number}"]`)[0];
  if (offer) preview(offer.value);
}

async function narrowTo(values, label) {
  const html = await fetch(`${data.url}/offers?${query({ ...values, at: shown, seat: data.seat })}`).then((r) => r.text());
  if (!byId("narrowed")) return;
  all("#offers .group").forEach((group) => { group.hidden = true; });
  all("#offers .found").forEach((old) => old.remove());
  const found = document.createElement("div");
  found.className = "found";
  found.innerHTML = html;
  byId("offers").append(found);
  byId("narrowed").hidden = false;
  byId("narrowed").firstElementChild.textContent = label;
  if (getComputedStyle(byId("ask").parentElement).display === "none") setPane("ask");
  found.querySelector(".offer")?.focus();
}

function showAll() {
  all("#offers .found").forEach((old) => old.remove());
  all("#offers .group").forEach((group) => { group.hidden = false; });
  byId("narrowed").hidden = true;
}

for (const [kind, on] of [["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]]) {
  byId("ask").addEventListener(kind, (event) => {
    const offer = event.target.closest(".offer");
    if (!offer) return;
    spotsOf(Number(offer.dataset.number)).forEach((element) => element.classList.toggle("near", on));
    if (on) preview(offer.value); else forget();
  });
}

byId("ask").addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  event.preventDefault();
  if (form.matches("[data-why]")) return whyNot(form.elements.action.value);
  if (form.matches("[data-lift]")) return lift(form);
  if (form.matches("[data-undo]")) return undo();
  if (button?.name === "part") {
    const items = new FormData(form).getAll(`item-${button.value}`);
    const number = form.elements[`number-${button.value}`]?.value;
    return act({ part: Number(button.value), number: number === undefined ? null : Number(number), items });
  }
});

byId("ask").addEventListener("click", (event) => {
  const offer = event.target.closest(".offer");
  if (offer) { event.preventDefault(); return pick(offer.value); }
  const facet = event.target.closest("[data-facet]");
  if (facet) narrowTo({ facet: facet.dataset.facet }, facet.dataset.facet);
  if (event.target.closest("[data-all]")) showAll();
});

byId("ask").addEventListener("input", (event) => {
  if (event.target.id !== "filter") return;
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  all("#offers li").forEach((item) => { item.hidden = !words.every((word) => item.textContent.toLowerCase().includes(word)); });
});

// --- why not, undo, chat, notes ---------------------------------------------------------------------------------------

const reasonFor = (action) => fetch(`${data.url}/why?${query({ action, at: shown, seat: data.seat })}`).then((r) => r.text());

async function whyNot(action) {
  const html = await reasonFor(action);
  if (byId("why-answer")) { byId("why").open = true; byId("why-answer").innerHTML = html; } else explain(html);
}

document.addEventListener("toggle", async (event) => {
  const list = event.target.id === "why" && event.target.open ? byId("why-list") : null;
  if (list && !list.innerHTML) list.innerHTML = await fetch(`${list.dataset.lazy}?${query({ at: shown, seat: data.seat })}`).then((r) => r.text());
}, true);

async function undo() {
  const form = all("form[data-undo]")[0];
  if (!form || busy) return;
  busy = true;
  const values = Object.fromEntries(new FormData(form));
  const answer = await surely(form.getAttribute("action"), { to: Number(values.to), at: Number(values.at), seat: Number(values.seat), request_id: freshId(), ...standing() });
  free();
  settle(answer);
}

function free() {
  busy = false;
  if (missed) setTimeout(catchUp, 0, missed);
  missed = 0;
}

/** Small forms of the side panels: sent quietly, then what changed is fetched. */
main.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form, event.submitter));
  const answer = await send(form.getAttribute("action"), values).catch(() => ({ error: data.sayFailed }));
  if (answer.error) toast(answer.error); else if (form.dataset.quiet) toast(form.dataset.quiet);
  if (form.matches("[data-empty]")) form.reset();
  refresh(shown < tip ? shown : null);
});

/** A spot that stands for nothing now says what is asked of it, and why not. */
byId("boards").addEventListener("click", async (event) => {
  if (event.target.closest(".option") || !all("form.offers-form").length || shown < tip) return;
  const spots = [];
  for (let at = event.target.closest("[id]"); at && at.id !== "boards"; at = at.parentElement.closest("[id]")) spots.push(["spot", at.id]);
  const html = await fetch(`${data.url}/refusals?${query([...spots, ["seat", data.seat]])}`).then((r) => r.text());
  const refused = event.target.closest("[data-try]");
  if (html) explain(html); else if (refused) explain(await reasonFor(refused.dataset.try));
});

main.addEventListener("click", async (event) => {
  if (event.target.closest("[data-sure]")) return onSure?.();
  if (event.target.closest("[data-cancel]")) return closeDock();
  if (event.target.closest("[data-keys]")) return byId("keys").showModal();
  const earlier = event.target.closest("[data-earlier]");
  if (earlier) {
    const html = await fetch(`${data.url}/log?${query({ before: earlier.dataset.earlier, seat: data.seat })}`).then((r) => r.text());
    earlier.insertAdjacentHTML("afterend", html);
    earlier.remove();
  }
});

// --- looking back -----------------------------------------------------------------------------------------------------

const slider = byId("slider");
const zoomWords = { in: data.sayIn, out: data.sayOut, all: data.sayWhole };

function go(version, push = false) {
  const to = Math.max(0, Math.min(tip, version));
  slider.value = to;
  const hash = to === tip ? location.pathname + location.search : `#move${to}`;
  if (push) history.pushState(null, "", hash); else history.replaceState(null, "", hash);
  refresh(to === tip ? null : to);
}

function markLine() {
  all(".line.now").forEach((line) => line.classList.remove("now"));
  if (shown < tip) byId(`m${shown}`)?.classList.add("now");
}

const STEPS = { first: () => 0, back: () => shown - 1, on: () => shown + 1, last: () => tip };
main.addEventListener("click", (event) => {
  const step = event.target.closest("[data-go]");
  if (!step) return;
  event.preventDefault();
  go(STEPS[step.dataset.go](), step.dataset.go === "last");
});
let sliding = 0;
slider.addEventListener("input", () => {
  byId("slider-at").textContent = `${slider.value}/${tip}`;
  clearTimeout(sliding);
  sliding = setTimeout(() => go(Number(slider.value)), 60);
});
const fromHash = () => {
  const match = /^#move(\d+)$/.exec(location.hash);
  if (match) refresh(Number(match[1])); else if (shown < tip) refresh();
};
main.addEventListener("click", (event) => {
  const jump = event.target.closest("[data-jump]");
  if (!jump) return;
  event.preventDefault();
  byId(`board-${jump.dataset.jump}`).scrollIntoView({ block: "start" });
});
addEventListener("hashchange", fromHash);
addEventListener("popstate", fromHash);

// --- keys, tabs, panes ------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "Escape") { if (closeDock() || !byId("narrowed")?.hidden) { if (byId("narrowed")) showAll(); event.preventDefault(); } byId("keys")?.close(); return; }
  if (event.target.closest("input, textarea, select, [role=tab], .canvas[data-zoom] svg")) return;
  const number = "123456789".indexOf(event.key) + 1;
  if (number) { const offer = offers().filter((o) => o.offsetParent !== null)[number - 1]; if (offer) { event.preventDefault(); pick(offer.value); } }
  else if (event.key === "ArrowLeft") go(shown - 1);
  else if (event.key === "ArrowRight" && shown < tip) go(shown + 1);
  else if (event.key === "End") go(tip);
  else if (event.key === "u") undo();
  else if (event.key === "/") { byId("filter")?.focus(); event.preventDefault(); }
  else if (event.key === "?") byId("keys")?.showModal();
  else if (event.key === "n") location.href = "/next";
});

/** Figures and tables are dear: worked out when somebody looks, once for every move. */
async function loadFigures() {
  for (const box of all("[role=tabpanel] > [data-lazy]")) {
    const at = box.id === "figures" ? String(tip) : `${shown}/${tip}`;
    if (box.offsetParent === null || box.dataset.at === at) continue;
    box.dataset.at = at;
    const html = await fetch(`${box.dataset.lazy}?${query({ seat: data.seat, version: shown })}`).then((r) => r.text());
    if (box.dataset.at === at) box.innerHTML = html;
  }
}

function setPane(name) {
  data.pane = name;
  if (name === "figures" || name === "aids") setTimeout(loadFigures); else if (name !== "ask" && name !== "board") catchUp();
  all(".panes button").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.pane === name)));
}
all(".panes button, #now").forEach((button) => button.addEventListener("click", () => { setPane(button.dataset.pane); scrollTo({ top: 0 }); }));

function selectTab(tab) {
  if (tab.id === "tab-figures" || tab.id === "tab-aids") setTimeout(loadFigures); else setTimeout(catchUp, 0, Infinity);
  all("[role=tab]").forEach((other) => {
    const on = other === tab;
    other.setAttribute("aria-selected", String(on));
    other.tabIndex = on ? 0 : -1;
    byId(other.getAttribute("aria-controls")).hidden = !on;
  });
}
all("[role=tab]").forEach((tab, n, tabs) => {
  tab.addEventListener("click", () => selectTab(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs[(n + step + tabs.length) % tabs.length];
    selectTab(next);
    next.focus();
  });
});

zoomable(main, zoomWords);
markSpots(pick, narrowTo, hoverSpot);
helpTips(byId("boards"), byId("tip"));
pointOut();
drawCurtain();
loadRoutes();
fromHash();
if (live && !location.hash) refresh();
