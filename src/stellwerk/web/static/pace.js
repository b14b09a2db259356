// How fast moves of others are shown, kept by the browser: a field that carries `data-pace` sets it.
import { all } from "./dom.js";

/** Milliseconds between two moves. */
const PACES = { off: 0, quick: 450, calm: 1300 };
const KEPT = "pace";

/** @typedef {keyof typeof PACES} Pace */

/** @returns {Pace} */
function kept() {
  try {
    const name = localStorage.getItem(KEPT);
    return name !== null && name in PACES ? /** @type {Pace} */ (name) : "quick";
  } catch { return "quick"; }
}

/** How long each move stays alone; nothing for whoever wants less motion. */
export const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACES[kept()]);

/** The same for moves that somebody wants to watch. */
export const watchPace = () => pace() || PACES.quick;

for (const field of /** @type {HTMLSelectElement[]} */ (all("[data-pace]", document.body))) {
  field.value = kept();
  field.addEventListener("change", () => {
    try { localStorage.setItem(KEPT, field.value); } catch { /* not kept */ }
  });
}
