// The bot's opinion of the position that is shown. Whoever goes to another position or leaves the page asks no more,
// and the server gives the thinking up.
import { toast } from "../base.js";
import { byId } from "../dom.js";

const PAUSE = 300;
/** @type {AbortController | undefined} */
let asking;

/** @param {string} url @param {() => number} at */
export function offerOpinion(url, at) {
  const begin = () => askOpinion(`${url}/opinion?at=${at()}`);
  byId("ask-opinion")?.addEventListener("click", (event) => { event.preventDefault(); begin(); });
  if (byId("opinion")?.querySelector("[role=status]")) begin();
}

/** Another position is shown: what was said is about an earlier one. */
export function leaveOpinion() {
  asking?.abort();
  asking = undefined;
  byId("opinion")?.replaceChildren();
}

/** Whether something is said, or being thought of. */
export const isOpinionAsked = () => Boolean(byId("opinion")?.firstElementChild || asking);

/** Asks until there is an answer. @param {string} url */
export async function askOpinion(url) {
  leaveOpinion();
  const box = byId("opinion");
  if (box) box.textContent = box.dataset.sayThinking ?? "";
  const mine = asking = new AbortController();
  try {
    while (!mine.signal.aborted && await isThinking(url, mine.signal)) await new Promise((done) => { setTimeout(done, PAUSE); });
  } catch (error) {
    if (!mine.signal.aborted) toast(String(error));
  }
}

/** Shows what the server has to say, and whether more is to come. @param {string} url @param {AbortSignal} signal */
async function isThinking(url, signal) {
  const answer = await fetch(url, { headers: { accept: "text/html" }, signal });
  if (!answer.ok) { toast(answer.statusText); leaveOpinion(); return false; }
  const html = await answer.text(), box = byId("opinion");
  if (box && !signal.aborted && answer.status !== 202) box.innerHTML = html;
  return answer.status === 202;
}
