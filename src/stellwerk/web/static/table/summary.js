// For ears and keyboards: how things stand in a few sentences, and the way to the question.
import { byId, need } from "../dom.js";
import { all } from "./page.js";
import { setPane } from "./panes.js";

/** What an element says to ears, without its line breaks.
 * @param {Element | null} element
 */
function words(element) {
  const said = /** @type {Element | undefined} */ (element?.cloneNode(true));
  for (const unsaid of said?.querySelectorAll("[aria-hidden=true]") ?? []) unsaid.remove();
  return (said?.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** @param {HTMLElement} seat */
function sentence(seat) {
  const means = [...seat.querySelectorAll(".mean")].map(words);
  return `${words(seat.querySelector(".name"))}: ${[words(seat.querySelector(".score")), ...means].join(", ")}.`;
}

/** The key S: what is asked, and what everybody has. A blank first, so that the same words are heard again. */
export function readSummary() {
  const asked = words(document.querySelector(".prompt h2"));
  const beside = all(".company-means .mean").map(words).join(", ");
  const said = [asked, beside, ...all(".strip-seat").map(sentence)].filter(Boolean).join(" ");
  need("live").textContent = "";
  requestAnimationFrame(() => { need("live").textContent = said; });
}

/** The key Q and the skip link. */
export function goToQuestion() {
  setPane("ask");
  (byId("question") ?? all(".prompt h2")[0])?.focus();
}

document.querySelector("[data-to-question]")?.addEventListener("click", (event) => {
  event.preventDefault();
  goToQuestion();
});
