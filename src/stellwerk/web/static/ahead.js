// What an option would change on the boards, laid over them: the spots below stay where they are and can be used.
import { byId } from "./dom.js";

const undone = [];

/** SVG: the new version lies over the old one, without ids and deaf to the pointer. */
function over(element, html) {
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "g");
  frame.innerHTML = html;
  frame.querySelectorAll("[id]").forEach((child) => child.removeAttribute("id"));
  frame.setAttribute("class", "ahead");
  frame.setAttribute("aria-hidden", "true");
  element.after(frame);
  element.classList.add("behind");
  undone.push(() => { frame.remove(); element.classList.remove("behind"); });
}

/** HTML: the element stays, what is in it is exchanged for a while. */
function inside(element, html) {
  if (element.querySelector(".option")) return;
  const made = document.createElement("template"), kept = [...element.childNodes];
  made.innerHTML = html;
  made.content.querySelectorAll("[id]").forEach((child) => child.removeAttribute("id"));
  element.replaceChildren(...made.content.firstElementChild.childNodes);
  element.classList.add("ahead");
  undone.push(() => { element.replaceChildren(...kept); element.classList.remove("ahead"); });
}

function added(parent, html) {
  parent.insertAdjacentHTML("beforeend", html);
  const child = parent.lastElementChild;
  child.removeAttribute("id");
  child.classList.add("ahead");
  undone.push(() => child.remove());
}

export function lookBack() {
  while (undone.length) undone.pop()();
}

export function lookAhead(changes) {
  lookBack();
  for (const [id, html] of Object.entries(changes.replace)) {
    const element = byId(id);
    if (element instanceof SVGElement && element.tagName !== "svg") over(element, html);
    else if (element instanceof HTMLElement) inside(element, html);
  }
  for (const [id, order] of Object.entries(changes.order)) {
    const parent = byId(id);
    if (parent) order.filter((child) => changes.new[child]).forEach((child) => added(parent, changes.new[child]));
  }
}
