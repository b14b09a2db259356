// The page of a table or a replay: who listens to what. What happens then stands in the modules beside this one.
import { send, showTurns, toast } from "../base.js";
import { byId, nearest, need } from "../dom.js";
import { listen } from "../live.js";
import { clearSpots, markSpots, useSpots } from "../spots.js";
import { helpTips } from "../tips.js";
import { keepZoom, zoomable } from "../zoom.js";
import { actPart, beSure, closeDock, lift, loadHelp, openSheet, pick, undo } from "./act.js";
import { tellNews } from "./away.js";
import { leaveBoards, showHelp, walkBoards } from "./help.js";
import { lapse } from "./lapse.js";
import { markLesson } from "./learn.js";
import { all, data, fetchText, isLive, main, now } from "./page.js";
import { drawCurtain, fillPanels, pointOut, selectBeside, selectTab, setPane, tick } from "./panes.js";
import { followAddress, goBack, goOn, goToNow, showPlace, slide, step } from "./past.js";
import { filterOffers, hoverOffer, hoverSpot, narrowTo, showAll, showGhost } from "./preview.js";
import { follow, look, lookBackToStage, nextBoard } from "./stage.js";
import { openSpot, turn } from "./ring.js";
import { goToQuestion, readSummary } from "./summary.js";
import { around, catchUp, hurryUp, isAsked, refresh, refreshHere } from "./sync.js";
import { typeAction } from "./typing.js";
import { hearChat, readChat, rememberChat } from "./unread.js";
import { fillDetails, whyNot, whySpot } from "./why.js";

const ask = need("ask"), boards = need("boards"), dock = need("dock");
const zoomWords = { in: data.sayIn ?? "", out: data.sayOut ?? "", all: data.sayWhole ?? "" };
const IS_NARROW = matchMedia("(max-width: 60rem)");
const keys = /** @type {HTMLDialogElement} */ (need("keys"));

// --- an answer of the server ------------------------------------------------------------------------------------------

around.clear = () => {
  showGhost(null);
  clearSpots();
};

around.show = (answer, before) => {
  showPlace();
  markSpots();
  markLesson();
  showHelp("ask" in answer.parts);
  keepZoom(main);
  zoomable(main, zoomWords);
  if ("ask" in answer.parts) { lookBackToStage(); openPaneOfQuestion(); ask.parentElement?.scrollTo({ top: 0 }); }
  pointOut();
  follow();
  if (answer.turns !== undefined) showTurns(answer.turns);
  if (answer.said) need("live").textContent = answer.said;
  keepFocus(before);
  drawCurtain();
  if ("ask" in answer.parts) { loadHelp(); lapse(); }
  fillPanels();
  readChat();
};

/** On a phone a question is answered on the board, as the past is looked at; one without spots is a list, as the end is. */
function openPaneOfQuestion() {
  const isPast = location.hash.startsWith("#move"), isOver = isLive && all(".prompt.over").length > 0;
  if (!(isAsked() || isPast || isOver) || !["ask", "board"].includes(data.pane ?? "")) return;
  setPane(isPast || all("#boards .option").length && !all(".lesson, [data-note]:not([hidden])").length ? "board" : "ask");
}

/** The reader's focus stays where it was, or goes to the new question.
 * @param {import("./sync.js").Before} before
 */
function keepFocus({ inAsk, focused }) {
  if (!inAsk || document.activeElement !== document.body) return;
  (byId(focused ?? "") ?? byId("question"))?.focus({ preventScroll: true });
}

listen((event) => {
  const isOurs = event.kind === "back" || event.kind === "resync" || event.table === data.table;
  if (event.kind === "chat" && isOurs) hearChat();
  if (event.woken) hurryUp();
  if (isLive && isOurs) catchUp(event.kind === "log" ? event.version : Infinity);
});

// --- the question -----------------------------------------------------------------------------------------------------

/** @param {Event} event
 * @returns {HTMLButtonElement | null}
 */
const offerAt = (event) => nearest(event, ".offer");

/** @param {Event} event */
const isTouch = (event) => event instanceof PointerEvent && event.pointerType === "touch";

/** @param {boolean} on */
const passing = (on) => (/** @type {Event} */ event) => {
  const offer = offerAt(event);
  if (offer) hoverOffer(offer, on);
};
for (const place of [ask, dock]) {
  for (const kind of ["mouseover", "focusin"]) place.addEventListener(kind, passing(true));
  for (const kind of ["mouseout", "focusout"]) place.addEventListener(kind, passing(false));
}

ask.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (form.matches("[data-quiet], [data-leave]")) return;
  event.preventDefault();
  if (form.matches("[data-why]")) whyNot(String(new FormData(form).get("action")));
  else if (form.matches("[data-lift]")) lift(form);
  else if (form.matches("[data-undo]")) undo();
  else if (button?.name === "part") actPart(form, button.value);
});

ask.addEventListener("click", (event) => {
  const offer = offerAt(event), facet = nearest(event, "[data-facet]");
  if (offer) { event.preventDefault(); pick(offer.value, isTouch(event)); return; }
  if (facet) (data.pane === "board" && IS_NARROW.matches ? openSheet : narrowTo)({ facet: facet.dataset.facet ?? "" }, facet.dataset.name ?? "");
  if (nearest(event, "[data-all]")) showAll();
});

ask.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.id === "filter") filterOffers(field.value);
});

document.addEventListener("toggle", (event) => {
  const details = /** @type {HTMLDetailsElement} */ (event.target);
  if (details.matches("#ask details") && details.open) fillDetails(details);
}, true);

boards.addEventListener("click", whySpot);

// --- small forms, buttons ---------------------------------------------------------------------------------------------

/** Small forms of the side panels: sent quietly, then what changed is fetched. */
main.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form, event.submitter));
  const answer = await send(form.getAttribute("action") ?? "", values).catch(() => ({ error: data.sayFailed }));
  const words = answer.error ?? form.dataset.quiet;
  if (words) toast(words);
  if (form.matches("[data-empty]")) form.reset();
  refreshHere();
});

/** @param {HTMLElement} button */
async function showEarlier(button) {
  button.insertAdjacentHTML("afterend", await fetchText(`${data.url}/log`, { before: button.dataset.earlier, seat: now().seat }));
  button.remove();
}

main.addEventListener("click", (event) => {
  const jump = nearest(event, "[data-jump]"), earlier = nearest(event, "[data-earlier]");
  const offer = /** @type {HTMLButtonElement | null} */ (nearest(event, "#dock .offer, [data-turned]"));
  if (offer) { event.preventDefault(); pick(offer.value, isTouch(event) || !dock.matches(".ring")); }
  else if (nearest(event, "[data-sure]")) beSure();
  else if (nearest(event, "[data-cancel]")) closeDock();
  else if (nearest(event, "[data-keys]")) keys.showModal();
  else if (earlier) showEarlier(earlier);
  if (jump) look(jump.dataset.jump ?? "");
});

document.addEventListener("click", (event) => {
  const to = nearest(event, "[data-go]");
  if (!to) return;
  event.preventDefault();
  step(to.dataset.go ?? "");
});

need("slider").addEventListener("input", slide);
for (const kind of ["hashchange", "popstate"]) addEventListener(kind, followAddress);

// --- tabs, panes, keys ------------------------------------------------------------------------------------------------

for (const button of all(".panes button, #now")) {
  button.addEventListener("click", () => { setPane(button.dataset.pane ?? ""); scrollTo({ top: 0 }); });
}
for (const tab of all("[role=tab]")) {
  tab.addEventListener("click", () => selectTab(tab));
  tab.addEventListener("keydown", (event) => {
    const distance = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (distance) { event.preventDefault(); selectBeside(tab, distance); }
  });
}

/** @type {Record<string, (event: KeyboardEvent) => void>} */
const KEYS = {
  ArrowLeft: goBack,
  ArrowRight: goOn,
  End: goToNow,
  u: undo,
  "/": (event) => { byId("filter")?.focus(); event.preventDefault(); },
  "?": () => keys.showModal(),
  n: () => byId("next-table")?.click(),
  b: nextBoard,
  p: pass,
  r: turn,
  a: () => follow(true),
  i: walkBoards,
  q: goToQuestion,
  s: readSummary,
  t: typeAction,
};

/** @param {KeyboardEvent} event */
function escape(event) {
  leaveBoards();
  const closed = closeDock(), widened = showAll();
  if (closed || widened) event.preventDefault();
  keys.close();
}

/** @param {KeyboardEvent} event */
function pickNumber(event) {
  const visible = all("#ask .offer:not([data-passes])").filter((offer) => offer.checkVisibility());
  const offer = /** @type {HTMLButtonElement | undefined} */ (visible[Number(event.key) - 1]);
  if (!offer) return;
  event.preventDefault();
  pick(offer.value);
}

/** Pass, or be done: the same key in all games, and never a number. */
function pass() {
  const offer = /** @type {HTMLButtonElement | undefined} */ (all("#ask .offer[data-passes]")[0]);
  if (offer) pick(offer.value);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "Escape") escape(event);
  else if (nearest(event, "input, textarea, select, [role=tab], .canvas[data-zoom] svg")) return;
  else if (/^[1-9]$/.test(event.key)) pickNumber(event);
  else KEYS[event.key]?.(event);
});

// --- now --------------------------------------------------------------------------------------------------------------

useSpots({ pick, narrow: openSpot, hover: hoverSpot });
setInterval(tick, 1000);
zoomable(main, zoomWords);
markSpots();
markLesson();
showHelp(true);
openPaneOfQuestion();
pointOut();
follow();
helpTips(main, need("tip"));
drawCurtain();
loadHelp();
lapse();
rememberChat();
followAddress();
if (isLive && !location.hash) refresh().then(tellNews);
