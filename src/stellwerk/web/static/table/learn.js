// What a lesson speaks of is marked on the boards: what to notice, and what the task asks for.
import { byId } from "../dom.js";
import { all } from "./page.js";

/** Mark the elements that an attribute of the lesson names.
 * @param {string} mark
 * @param {string} [ids]
 */
function markOnly(mark, ids = "") {
  for (const element of all(`#boards .${mark}`)) element.classList.remove(mark);
  for (const id of ids.split(" ").filter(Boolean)) byId(id)?.classList.add(mark);
}

/** What the lesson on the page speaks of; nothing where there is none. */
export function markLesson() {
  const lesson = all(".lesson")[0]?.dataset ?? {};
  markOnly("notice", lesson.notice);
  markOnly("asked-for", lesson.asked);
}
