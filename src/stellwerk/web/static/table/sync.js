// Keeping up with the server: ask for what changed, put it on the page, and try again until there is an answer.
import { localTimes, send, toast } from "../base.js";
import { byId, need } from "../dom.js";
import { changeAndMark, hurry, keepMarks, walkTo } from "./last.js";
import { together } from "./lines.js";
import { all, become, data, isLive, now } from "./page.js";
import { showTrace } from "./preview.js";
import { ask, hear, isOutdated, longer, needsNews, show, watched } from "./state.js";

/** Digest and HTML; or digest, the pieces it is made of, and the digest of what they are taken from.
 * @typedef {[digest: string, told: string | import("./lines.js").Piece[], base?: string]} Part
 */

/**
 * @typedef {object} Answer
 * @property {number} version
 * @property {number} tip
 * @property {number | null} seat
 * @property {Record<string, Part>} parts  what changed, by id
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

/** The parts that came by an answer, as they were sent: the next answer need not send what stays of them.
 * @type {Map<string, {digest: string, html: string}>}
 */
const kept = new Map();

/** What the server must know to send only what changed. What is kept of a part counts only while the page shows it. */
export function standing() {
  const { at, for: reader } = need("boards").dataset, boards = at === undefined ? null : { version: Number(at), seat: reader };
  const parts = have(), shown = [...kept].filter(([id, part]) => parts[id] === part.digest).map(([id]) => id);
  return { have: parts, kept: shown, holder: now().holder, boards };
}

/** Whether all parts of an answer can be made from what is kept.
 * @param {Answer["parts"]} parts
 */
const isKnown = (parts) => Object.entries(parts).every(([id, [, , base]]) => base === undefined || kept.get(id)?.digest === base);

/** @param {Answer["parts"]} parts */
function changeParts(parts) {
  for (const [id, [digest, told]] of Object.entries(parts)) {
    const part = byId(id), html = typeof told === "string" ? told : together(kept.get(id)?.html ?? "", told);
    if (!part) continue;
    part.innerHTML = html;
    part.dataset.digest = digest;
    kept.set(id, { digest, html });
    localTimes(part);
  }
}

export const isAsked = () => all(".prompt.mine").length > 0;

/** Put an answer of the server on the page; one about other boards or parts than those shown is asked for again.
 * @param {Answer} answer
 * @param {() => Promise<void>} again
 */
export async function put(answer, again = refreshHere) {
  if (isOutdated(answer.since, need("boards").dataset) || !isKnown(answer.parts)) return again();
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

// --- asking until there is an answer ----------------------------------------------------------------------------------

const PATIENCE = 10_000;  // milliseconds after which a request is given up and made again
const FRESH = 1000;       // one as young as this was made after the line was back

/** Requests under way and pauses between them: since when, and how to end them.
 * @type {Set<{since: number, end: () => void}>}
 */
const efforts = new Set();
let hurriedAt = 0;

/** Wait for something that can be ended from outside.
 * @template T
 * @param {Promise<T>} waited
 * @param {() => void} end
 */
async function effort(waited, end) {
  const one = { since: Date.now(), end };
  efforts.add(one);
  try { return await waited; } finally { efforts.delete(one); }
}

/** The reader is back, from sleep or from a place without a line: what was asked before may never be answered, and the
 * present comes before what led to it. */
export function hurryUp() {
  hurriedAt = Date.now();
  hurry();
  for (const one of efforts) if (Date.now() - one.since > FRESH) one.end();
}

/** @param {number} time */
function pause(time) {
  const over = new AbortController();
  return effort(new Promise((resolve) => {
    setTimeout(resolve, time);
    over.signal.addEventListener("abort", resolve);
  }), () => over.abort());
}

/** One answer, or null: there is no line, or nobody answers.
 * @param {string} url
 * @param {object} request
 */
async function answerTo(url, request) {
  const over = new AbortController(), timer = setTimeout(() => over.abort(), PATIENCE);
  try { return await effort(send(url, request, over.signal), () => over.abort()); } catch { return null; } finally { clearTimeout(timer); }
}

/** Ask until there is an answer, or until it is not wanted any more.
 * @param {string} url
 * @param {object} request
 * @param {{isWanted?: () => boolean, isAnswer?: (answer: any) => boolean, onLost?: (wait: number) => void}} whoever
 */
async function insist(url, request, { isWanted = () => true, isAnswer = () => true, onLost = () => {} }) {
  for (let wait = 400; isWanted(); wait = longer(wait)) {
    const begun = Date.now(), answer = await answerTo(url, request);
    if (answer && isAnswer(answer)) return answer;
    if (begun < hurriedAt) continue;
    onLost(wait);
    await pause(wait);
  }
  return null;
}

/** Send until the server has answered; the same id twice has one effect.
 * @param {string} url
 * @param {object} request
 */
export const surely = (url, request) => insist(url, request, { onLost: (wait) => toast(document.body.dataset.sayLost ?? "", wait / 1000) });

// --- what changed -----------------------------------------------------------------------------------------------------

/** Whether the server could look: while its database restarts it says that it cannot.
 * @param {{error?: {code: string}}} answer
 */
const hasItsData = ({ error }) => error?.code !== "database";

/** What changed; asked for until there is an answer or something newer is asked for.
 * @param {number | null} version
 */
export async function refresh(version = null) {
  become(ask(now()));
  const { request } = now(), isWanted = () => request === now().request;
  const answer = await insist(`${data.url}/parts`, { ...standing(), version }, { isWanted, isAnswer: hasItsData });
  if (answer?.parts && isWanted()) await put(answer, () => refresh(version));
}

/** What changed, seen from where the reader is looking. */
export const refreshHere = () => refresh(watched(now()));

/** What was heard of and is not on the page yet: the newest version, and whether there is more than moves. */
const news = { version: 0, isMore: false, isBeingFetched: false };

/** News that arrives while an answer is under way is fetched afterwards, unless the answer brought it. */
export async function catchUp(version = Infinity) {
  become(hear(now(), version));
  if (!needsNews(now(), version)) return;
  if (Number.isFinite(version)) news.version = Math.max(news.version, version); else news.isMore = true;
  if (news.isBeingFetched) return;
  news.isBeingFetched = true;
  try { while (news.isMore || needsNews(now(), news.version)) await fetchNews(); } finally { news.isBeingFetched = false; }
}

/** The moves of others one after the other, then the present. */
async function fetchNews() {
  if (needsNews(now(), news.version) && watched(now()) === null) await walkTo(() => news.version, seenAt);
  Object.assign(news, { version: 0, isMore: false });
  if (now().busy) become(hear(now(), Infinity)); else await refreshHere();
}

/** The boards at a version; nobody reads the rest of the page meanwhile.
 * @param {number} version
 */
function seenAt(version) {
  const { have: parts, ...where } = standing(), nothing = Object.fromEntries(Object.keys(parts).map((id) => [id, "-"]));
  return answerTo(`${data.url}/parts`, { ...where, have: nothing, version });
}
