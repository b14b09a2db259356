// Drawings on the page: what changed of them is put in place.
import { byId } from "./dom.js";

/**
 * @typedef {object} Changes
 * @property {Record<string, string[]>} order    parent → ids of its children, in order
 * @property {Record<string, string>} new        HTML of children that are new
 * @property {Record<string, string>} replace    HTML of elements that changed
 * @property {Record<string, Record<string, string | null>>} attrs  attributes to set, or to take away
 */

/** Children that come and go, elements to replace, attributes to set.
 * @param {Changes} changes
 */
export function changeBoards(changes) {
  for (const [id, order] of Object.entries(changes.order)) {
    const parent = byId(id);
    if (!parent) continue;
    for (const child of [...parent.children]) if (!order.includes(child.id)) child.remove();
    for (const child of order) if (changes.new[child]) {
      byId(child)?.remove();  // what comes from elsewhere is not there any more
      parent.insertAdjacentHTML("beforeend", changes.new[child]);
    }
    parent.append(...order.map((child) => byId(child)).filter(Boolean));
  }
  for (const [id, html] of Object.entries(changes.replace)) {
    const element = byId(id);
    if (element) element.outerHTML = html;
  }
  for (const [id, attributes] of Object.entries(changes.attrs)) {
    const element = byId(id);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element?.removeAttribute(name); else element?.setAttribute(name, value);
    }
  }
}
