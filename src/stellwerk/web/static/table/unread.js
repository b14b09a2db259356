// The chat while nobody looks at it: a mark on its tab until the lines have been in sight, and a sound for whoever wants one.
import { knock } from "../base.js";
import { need } from "../dom.js";
import { all, data } from "./page.js";

const KEPT = `chat-${data.table}`;

/** The number of the last line on the page; what was written while the panel was closed is not on it yet. */
const lastLine = () => Number(all("#chat-list [data-line]").at(-1)?.dataset.line ?? 0);

const isSeen = () => !document.hidden && need("panel-chat").offsetParent !== null;

/** @param {boolean} on */
function mark(on) {
  for (const tab of all("#tab-chat, .panes [data-pane=chat]")) tab.classList.toggle("unread", on);
}

/** The panel is in sight: nothing in it is new any more. */
export function readChat() {
  if (!document.getElementById("panel-chat") || !isSeen()) return;
  mark(false);
  try { localStorage.setItem(KEPT, String(lastLine())); } catch { /* not kept */ }
}

/** Somebody has written. */
export function hearChat() {
  if (!document.getElementById("panel-chat")) return;
  if (isSeen()) return;
  mark(true);
  knock();
}

/** What was written since the reader was here. */
export function rememberChat() {
  try { if (lastLine() > Number(localStorage.getItem(KEPT) ?? 0)) mark(true); } catch { /* not known */ }
  readChat();
}
