// The bot goes through the whole game: the page says how far it is and shows what was found when it is over.
import { toast } from "../base.js";
import { byId } from "../dom.js";

const PAUSE = 1000;

/** @param {string} url of the study @param {() => string} address of the position that is shown */
export async function awaitJudgement(url, address) {
  const bar = /** @type {HTMLProgressElement | null} */ (byId("judged"));
  if (!bar) return;
  for (;;) {
    const answer = await fetch(`${url}/judgement`, { headers: { accept: "application/json" } });
    if (!answer.ok) { toast(answer.statusText); return; }
    const state = await answer.json();
    bar.max = state.all;
    bar.value = state.done;
    const label = byId("judged-at");
    if (label) label.textContent = `${state.done}/${state.all}`;
    if (!state.is_running) break;
    await new Promise((done) => { setTimeout(done, PAUSE); });
  }
  history.replaceState(null, "", `${address()}#judgement`);
  location.reload();
}
