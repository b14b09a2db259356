// A component set in a file: its text goes into the form that takes it in.
import "./base.js";
import { need } from "./dom.js";

/** @type {HTMLInputElement} */
const chooser = need("set-file");
chooser.addEventListener("change", async () => {
  const text = await chooser.files?.[0]?.text();
  if (text !== undefined) /** @type {HTMLTextAreaElement} */ (need("set-text")).value = text;
});
