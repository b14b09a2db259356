// Typing: a key leads to the field for an action in words of the log, and Enter in a field does what stands beside it.
import { nearest, need } from "../dom.js";
import { all, main } from "./page.js";

/** @param {KeyboardEvent} event */
export function typeAction(event) {
  const why = /** @type {HTMLDetailsElement | null} */ (main.querySelector("#why"));
  if (!why) return;
  event.preventDefault();
  why.open = true;
  /** @type {HTMLElement | null} */ (why.querySelector("#why-text"))?.focus();
}

/** A browser would press the first button of the form, which is the first option of the list, whatever was typed. */
need("ask").addEventListener("keydown", (event) => {
  const field = /** @type {HTMLInputElement | null} */ (nearest(event, ".offers-form input"));
  if (event.key !== "Enter" || !field) return;
  event.preventDefault();
  if (field.id === "filter") all("#offers li:not([hidden]) button").find((button) => button.offsetParent)?.focus();
  else /** @type {HTMLElement | null} */ (field.closest(".amount, .ticks")?.querySelector("[name=part]"))?.click();
});
