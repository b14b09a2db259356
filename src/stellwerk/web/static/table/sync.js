// Keeping up with the server: ask for what changed, put it on the page, and try again until there is an answer.
import { localTimes, send, toast } from "../base.js";
import { byId, need } from "../dom.js";
import { changeAndMark, keepMarks, walkTo } from "./last.js";
import { all, become, data, isLive, now } from "./page.js";
import { showTrace } from "./preview.js";
import { ask, hear, isOutdated, longer, needsNews, show, watched } from "./state.js";

/**
 * @typedef {object} Answer
 * @property {number} version
 * @property {number} tip
 * @property {number | null} seat
 * @property {Record<string, [string, string]>} parts  id → digest and HTML of what changed
 * @property {import("../boards.js").Changes} [boards]
 * @property {[number | null, number | null] | null} [since]  version and seat of the boards these are changes of
 * @property {number} [turns]
 * @property {string} [said]
 * @property {string[]} [marks]  what others changed on the boards
 * @property {import("./preview.js").Ghost | null} [trace]  the last move where the boards keep nothing of it
 */

const TRACE_STAYS = 5000;  // milliseconds at a table; in a replay until the next step

/** @typedef {{inAsk: boolean, focused: string | undefined, wasAsked: boolean}} Before */

/** What surrounds a change of the page; `main.js` fills it in. */
export const around = {
  clear() {},
  /** @type {(answer: Answer, before: Before) => void} */
  show() {},
};

/** The parts the page has; what lies in a closed panel need not be sent until somebody opens it. */
function have() {
  /** @param {HTMLElement} part */
  const isUnseen = (part) => {
    const panel = /** @type {HTMLElement | null} */ (part.closest("[role=tabpanel]"));
    return panel !== null && panel.offsetParent === null;
  };
  return Object.fromEntries(all("[data-fragment]").map((part) => [part.id, isUnseen(part) ? "-" : part.dataset.digest ?? ""]));
}

/** What the server must know to send only what changed. */
export function standing() {
  const { at, for: reader } = need("boards").dataset;
  return { have: have(), holder: now().holder, boards: at === undefined ? null : { version: Number(at), seat: reader } };
}

/** @param {Answer["parts"]} parts */
function changeParts(parts) {
  for (const [id, [digest, html]] of Object.entries(parts)) {
    const part = byId(id);
    if (!part) continue;
    part.innerHTML = html;
    part.dataset.digest = digest;
    localTimes(part);
  }
}

export const isAsked = () => all(".prompt.mine").length > 0;

/** Put an answer of the server on the page; one about other boards than those shown is asked for again.
 * @param {Answer} answer
 * @param {() => void} again
 */
export function put(answer, again = refreshHere) {
  if (isOutdated(answer.since, need("boards").dataset)) { again(); return; }
  const inAsk = now().acted || need("ask").contains(document.activeElement);
  const before = { inAsk, focused: document.activeElement?.id, wasAsked: isAsked() };
  around.clear();
  changeAndMark(answer);
  changeParts(answer.parts);
  become(show(now(), answer));
  const { shown, tip, seat } = now();
  Object.assign(need("boards").dataset, { at: shown, for: seat });
  Object.assign(data, { version: shown, tip, seat });
  around.show(answer, before);
  keepMarks();
  showTrace(answer.trace, isLive ? TRACE_STAYS : 0);
}

/** So many milliseconds, or until the line is back.
 * @param {number} time
 */
const pause = (time) => new Promise((resolve) => {
  setTimeout(resolve, time);
  addEventListener("online", resolve, { once: true });
});

/** What changed; asked for until there is an answer or something newer is asked for.
 * @param {number | null} version
 */
export async function refresh(version = null) {
  become(ask(now()));
  const { request } = now(), question = { ...standing(), version };
  for (let wait = 800; ; wait = longer(wait)) {
    const answer = await send(`${data.url}/parts`, question).catch(() => null);
    if (request !== now().request) return;
    if (answer) { if (answer.parts) put(answer, () => refresh(version)); return; }
    await pause(wait);
  }
}

/** What changed, seen from where the reader is looking. */
export const refreshHere = () => refresh(watched(now()));

/** News that arrives while an answer is under way is fetched afterwards, unless the answer brought it. */
export async function catchUp(version = Infinity) {
  become(hear(now(), version));
  if (!needsNews(now(), version)) return;
  if (Number.isFinite(version) && watched(now()) === null) await walkTo(version, standing);
  refreshHere();
}

/** Send until the server has answered; the same id twice has one effect.
 * @param {string} url
 * @param {object} request
 */
export async function surely(url, request) {
  const lost = document.body.dataset.sayLost ?? "";
  for (let wait = 800; ; wait = longer(wait)) {
    try { return await send(url, request); } catch {
      toast(lost, wait / 1000);
      await pause(wait);
    }
  }
}
