// What is in sight: tabs beside the boards, panes of a phone, panels that are filled when somebody looks, clocks.
import { byId, need } from "../dom.js";
import { clockText } from "../text.js";
import { all, data, fetchText, now } from "./page.js";
import { catchUp } from "./sync.js";

/** Panels that are expensive to fill are worked out when somebody looks, once for every move. */
export async function fillPanels() {
  for (const box of all("[role=tabpanel] > [data-lazy], .ending [data-lazy]")) {
    const { shown, tip, seat } = now(), at = box.id.endsWith("figures") ? String(tip) : `${shown}/${tip}`;
    if (box.offsetParent === null || box.dataset.at === at) continue;
    box.dataset.at = at;
    const html = await fetchText(box.dataset.lazy ?? "", { seat, version: shown });
    if (box.dataset.at === at) box.innerHTML = html;
  }
}

/** A panel comes into sight: it is filled, or what it missed while it was closed is fetched.
 * @param {string} name
 */
function openPanel(name) {
  const isLazy = byId(name)?.matches("[data-lazy]");
  setTimeout(isLazy ? fillPanels : catchUp);
}

/** @param {string} name */
export function setPane(name) {
  data.pane = name;
  if (name !== "ask" && name !== "board") openPanel(name);
  for (const button of all(".panes button")) button.setAttribute("aria-pressed", String(button.dataset.pane === name));
}

/** @param {HTMLElement} tab */
export function selectTab(tab) {
  openPanel(tab.id.replace("tab-", ""));
  for (const other of all("[role=tab]")) {
    const on = other === tab;
    other.setAttribute("aria-selected", String(on));
    other.tabIndex = on ? 0 : -1;
    need(other.getAttribute("aria-controls") ?? "").hidden = !on;
  }
}

/** The tab beside another one, around the corner where there is none.
 * @param {HTMLElement} tab
 * @param {number} distance
 */
export function selectBeside(tab, distance) {
  const tabs = all("[role=tab]"), next = tabs[(tabs.indexOf(tab) + distance + tabs.length) % tabs.length];
  selectTab(next);
  next.focus();
}

/** On a phone the question stays in sight beside the boards. */
export function pointOut() {
  const asked = byId("question"), bar = need("now");
  bar.hidden = !asked;
  if (asked) bar.textContent = (asked.textContent ?? "").trim();
}

/** Hot seat: a curtain between two players. */
export function drawCurtain() {
  const curtain = /** @type {HTMLDialogElement | undefined} */ (all("dialog.curtain")[0]);
  if (!curtain || curtain.matches(":modal")) return;
  setPane("ask");
  curtain.close();
  curtain.showModal();
  curtain.addEventListener("cancel", (event) => event.preventDefault());
}

/** Thinking time so far; where there is a limit, what is left of it. */
export function tick() {
  for (const clock of all(".clock")) {
    const { spent, since, until } = clock.dataset;
    const left = until ? Number(until) - Date.now() : Number(spent) + Date.now() - Number(since);
    clock.textContent = clockText(left);
    clock.classList.toggle("late", Boolean(until) && left < 30_000);
  }
}
