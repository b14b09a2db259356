// While a table waits for players: look again when somebody sat down.
import { listen } from "./live.js";

const waiting = document.getElementById("waiting");

/** The page is loaded anew only if there is something new: who copies a link must not lose it. */
async function look() {
  const html = await fetch(location.href).then((answer) => answer.text()).catch(() => null);
  if (html === null) return;
  const there = new DOMParser().parseFromString(html, "text/html").getElementById("waiting");
  if (there?.textContent !== waiting.textContent) location.reload();
}

listen((event) => { if (event.table === waiting.dataset.table || event.kind === "back" || event.kind === "resync") look(); });
