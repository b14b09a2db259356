// Files dropped on the page go one after the other, each with its line; whoever leaves loses only what was not sent.
import { csrf } from "../base.js";
import { need } from "../dom.js";

const form = /** @type {HTMLFormElement} */ (need("drop"));
const field = /** @type {HTMLInputElement} */ (need("files"));
const bar = /** @type {HTMLProgressElement} */ (need("upload-progress"));

/** @param {string} text */
function say(text) {
  const line = document.createElement("li");
  line.textContent = text;
  need("uploads").prepend(line);
}

/** @param {File} file */
async function send(file) {
  const body = new FormData();
  body.append("csrf", csrf() ?? "");
  body.append("file", file);
  const answer = await fetch("/study", { method: "POST", body, headers: { accept: "application/json", "x-csrf-token": csrf() ?? "" } });
  if (!answer.ok) { say(`${file.name}: ${form.dataset.sayFailed}`); return; }
  const rows = await answer.json();
  for (const row of rows) say(`${row.file}: ${form.dataset[words(row.status)]}${row.problem ? ` (${row.problem})` : ""}`);
}

/** The page as it is now: what was taken in is found below, and the first file makes a visitor a guest, from then on
 * the page proves that it is his. */
async function look() {
  const text = await (await fetch(location.href, { headers: { accept: "text/html" } })).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  const token = page.querySelector("meta[name=csrf]")?.getAttribute("content");
  document.querySelector("meta[name=csrf]")?.setAttribute("content", token ?? "");
  const shelf = page.getElementById("shelf");
  if (shelf) need("shelf").replaceWith(shelf);
}

/** @param {string} status */
const words = (status) => `say${status[0].toUpperCase()}${status.slice(1)}`;

/** @param {File[]} files */
async function sendAll(files) {
  bar.hidden = false;
  bar.max = files.length;
  for (const [n, file] of files.entries()) {
    bar.value = n;
    need("upload-count").textContent = `${n}/${files.length}`;
    await send(file).catch(() => say(`${file.name}: ${form.dataset.sayFailed}`));
    if (!csrf()) await look();
  }
  bar.value = files.length;
  need("upload-count").textContent = `${files.length}/${files.length}`;
  await look().catch(() => undefined); // the list is a courtesy
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  sendAll([...field.files ?? []]);
});
for (const kind of ["dragenter", "dragover"]) {
  form.addEventListener(kind, (event) => { event.preventDefault(); form.classList.add("over"); });
}
for (const kind of ["dragleave", "drop"]) form.addEventListener(kind, () => form.classList.remove("over"));
form.addEventListener("drop", (event) => {
  event.preventDefault();
  sendAll([.../** @type {DragEvent} */ (event).dataTransfer?.files ?? []]);
});
