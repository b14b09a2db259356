// Why not? The reasons against an action, a spot, or everything the rules mention and do not allow now.
import { byId, nearest } from "../dom.js";
import { explain } from "./act.js";
import { data, fetchText, now, openForm } from "./page.js";
import { isPast } from "./state.js";

const here = () => ({ at: now().shown, seat: now().seat });

/** @param {string} action */
export async function whyNot(action) {
  const html = await fetchText(`${data.url}/why`, { action, ...here() });
  const box = byId("why-answer"), why = /** @type {HTMLDetailsElement | null} */ (byId("why"));
  if (!box || !why) return explain(html);
  why.open = true;
  box.innerHTML = html;
  /** @type {HTMLElement | null} */ (box.querySelector(".offer"))?.focus();  // what may be done needs only Enter
}

/** What is long to work out is asked for when somebody opens it.
 * @param {HTMLDetailsElement} details
 */
export async function fillDetails(details) {
  const list = /** @type {HTMLElement | null} */ (details.querySelector("[data-lazy]"));
  if (list && !list.innerHTML) list.innerHTML = await fetchText(list.dataset.lazy ?? "", here());
}

/** A spot that stands for nothing now says what is asked of it, and why not.
 * @param {Event} event
 */
export async function whySpot(event) {
  if (nearest(event, ".option") || !openForm() || isPast(now())) return;
  /** @type {[string, string][]} */
  const query = [];
  for (let at = nearest(event, "[id]"); at && at.id !== "boards"; at = at.parentElement?.closest("[id]") ?? null) query.push(["spot", at.id]);
  const html = await fetchText(`${data.url}/refusals`, [...query, ["seat", now().seat]]);
  if (html) explain(html);
}
