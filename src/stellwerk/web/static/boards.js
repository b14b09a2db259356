// Drawings on the page: what changed of them is put in place.
import { byId } from "./dom.js";

/** Children that come and go, elements to replace, attributes to set. */
export function changeBoards(changes) {
  for (const [id, order] of Object.entries(changes.order)) {
    const parent = byId(id);
    if (!parent) continue;
    for (const child of [...parent.children]) if (!order.includes(child.id)) child.remove();
    for (const child of order) if (changes.new[child]) parent.insertAdjacentHTML("beforeend", changes.new[child]);
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
