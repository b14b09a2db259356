// What somebody has written about the position that is shown; the list of moves has all of it.
import { byId } from "../dom.js";

/** @param {number} at */
export function showComment(at) {
  const said = byId(`m${at}`)?.querySelector(".comment");
  const box = byId("comment");
  box?.replaceChildren(...[...said?.childNodes ?? []].map((node) => node.cloneNode(true)));
  if (box) box.lang = said?.getAttribute("lang") ?? "";
  fill("chapter", said, "h3");
  fill("words", said, "p");
}

/** Only what is said in the language of the page is one's own to change here. @param {string} id @param {Element | null | undefined} said @param {string} part */
function fill(id, said, part) {
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (byId(id));
  if (!field) return;
  const isOwn = said?.getAttribute("lang") === document.documentElement.lang;
  field.value = isOwn ? said?.querySelector(part)?.textContent ?? "" : "";
}
