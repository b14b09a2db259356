// Since you were here: the browser remembers what of a table was last looked at, and when. Whoever comes back after a
// while is told what the others did meanwhile, and may watch it.
import { nearest, need } from "../dom.js";
import { watchPace } from "../pace.js";
import { closeDock, explain } from "./act.js";
import { data, fetchText, isLive, now } from "./page.js";
import { go } from "./past.js";

const KEPT = `seen-${data.table}`;
const AWAY = 3 * 60_000;  // milliseconds: who was gone for less has not forgotten
const FEW = 2;            // so many moves can be read in the log

/** @returns {{version: number, at: number} | null} */
function lastSeen() {
  try { return JSON.parse(localStorage.getItem(KEPT) ?? "null"); } catch { return null; }
}

/** The reader sees the present. */
function remember() {
  if (document.hidden || !isLive) return;
  try { localStorage.setItem(KEPT, JSON.stringify({ version: now().tip, at: Date.now() })); } catch { /* not kept */ }
}

/** Once, when the page comes into sight again. */
export async function tellNews() {
  const seen = lastSeen();
  const isNews = isLive && data.seat !== "" && seen && Date.now() - seen.at > AWAY && now().tip > seen.version + FEW;
  remember();
  if (!isNews) return;
  const html = await fetchText(`${data.url}/since`, { version: seen.version });
  if (html) { explain(html); need("dock").classList.add("digest"); }
}

/** One move after the other, from a version to the present; any key or tap leads there at once.
 * @param {number} version
 */
async function watch(version) {
  closeDock();
  let isOver = false;
  const stop = () => { isOver = true; };
  for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, stop, { once: true });
  for (let at = version + 1; at < now().tip && !isOver; at += 1) {
    await go(at);
    await new Promise((resolve) => setTimeout(resolve, watchPace()));
  }
  go(now().tip);
}

need("dock").addEventListener("click", (event) => {
  const walk = nearest(event, "[data-walk]");
  if (walk) watch(Number(walk.dataset.walk));
});
document.addEventListener("visibilitychange", () => { if (document.hidden) return; tellNews(); });
setInterval(remember, 20_000);
