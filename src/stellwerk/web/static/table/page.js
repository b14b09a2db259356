// The page of a table or a replay: its element, where it stands now, and short ways to ask the server.
import { all as matching } from "../dom.js";
import { begin } from "./state.js";

/** @typedef {import("./state.js").TableState} TableState */

export const main = /** @type {HTMLElement} */ (document.querySelector("main.table"));
export const data = main.dataset;
export const isLive = data.kind === "table";

let state = begin(data);
export const now = () => state;

/** @param {TableState} next */
export function become(next) { state = next; }

/** @param {string} selector
 * @param {ParentNode} root
 */
export const all = (selector, root = main) => matching(selector, root);

/** The form of the question that is open; none while others are asked.
 * @returns {HTMLFormElement | null}
 */
export const openForm = () => main.querySelector("form.offers-form");

/** HTML from the server.
 * @param {string} url
 * @param {Record<string, any> | [string, any][]} values
 */
export async function fetchText(url, values) {
  return (await fetch(`${url}?${new URLSearchParams(values)}`)).text();
}
