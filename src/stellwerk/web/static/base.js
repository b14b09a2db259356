// On every page: toasts, the count of open turns in the tab's title, sound and notices, copying, filtering by typing.
import { all, byId, nearest } from "./dom.js";
import { listen } from "./live.js";
import { renew } from "./renew.js";
import { hasWords, wordsOf } from "./text.js";

const body = document.body.dataset;

export const csrf = () => document.querySelector("meta[name=csrf]").getAttribute("content");
export { byId };

export function toast(text, seconds = 5) {
  const box = document.createElement("div");
  box.className = "toast";
  box.textContent = text;
  byId("toasts").append(box);
  setTimeout(() => box.remove(), seconds * 1000);
}

/** An id nobody else makes; `randomUUID` is missing on plain http. */
export function freshId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
}

export async function send(url, data, signal = null) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": csrf(), accept: "application/json" },
    body: JSON.stringify(data),
    signal,
  });
  return answer.json();
}

/** A station gong: two soft notes, made here so that nothing is loaded. */
const GONG = [[659, 0], [523, 0.28]];
/** Somebody has written: one higher note. */
const KNOCK = [[880, 0]];

/** Only for whoever has switched it on.
 * @param {number[][]} notes  pitch, and when
 */
function sound(notes) {
  if (body.sound === "on") { try { play(notes); } catch { /* no sound without a gesture first */ } }
}

export const knock = () => sound(KNOCK);

/** One for the page: a browser gives away few of them. Before the first gesture it sleeps. */
let audio = null;

function play(notes) {
  audio ??= new AudioContext();
  audio.resume();
  notes.forEach(([pitch, at]) => {
    const tone = audio.createOscillator(), volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, audio.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.9);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 1);
  });
}

let turns = Number(body.turns || 0);

export function showTurns(count) {
  if (count > turns) callPlayer();
  turns = count;
  document.title = document.title.replace(/^\(\d+\) /, "");
  if (count) document.title = `(${count}) ${document.title}`;
  showElsewhere();
}

/** The tab's picture says whether anything waits, and a button leads to the other tables that do. */
function showElsewhere() {
  /** @type {HTMLLinkElement} */
  const icon = document.querySelector("link[rel=icon]"), next = byId("next-table");
  const here = document.querySelector(".prompt.mine") ? 1 : 0, elsewhere = turns - here;
  icon.href = turns ? icon.dataset.turn : icon.dataset.calm;
  next.hidden = elsewhere <= 0;
  next.querySelector(".number").textContent = String(elsewhere);
}

/** Times are written by the reader's own clock and calendar. */
export function localTimes(root = document.body) {
  const language = document.documentElement.lang, today = new Date().toDateString();
  for (const time of all("time[datetime]", root)) {
    const at = new Date(time.getAttribute("datetime")), isToday = at.toDateString() === today;
    time.textContent = isToday ? at.toLocaleTimeString(language, { timeStyle: "short" })
      : at.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    time.title = at.toLocaleString(language);
  }
}

function callPlayer() {
  sound(GONG);
  if (document.hidden && "Notification" in window && Notification.permission === "granted") {
    new Notification("Stellwerk", { body: body.sayTurn, tag: "turn" });
  }
}

/** Moves often come in bursts: one question after the last of them is enough. */
function countSoon() { clearTimeout(counting); counting = setTimeout(countTurns, 400); }
let counting = 0;

async function countTurns() {
  const answer = await fetch("/turns", { headers: { accept: "application/json" } });
  if (!answer.ok) return;
  const { count, tables, build } = await answer.json();
  renew(build);
  showTurns(count);
  if (byId("tables") && tables !== undefined) byId("tables").innerHTML = tables;
}

showElsewhere();
localTimes();

let lost = null;
listen((event) => {
  if (event.kind === "lost") lost = setTimeout(() => toast(body.sayLost), 1500);
  else if (event.kind === "back") { clearTimeout(lost); if (lost) countTurns(); lost = null; }
  else countSoon();
});

document.addEventListener("click", async (event) => {
  const copy = nearest(event, "[data-copy]");
  if (copy) {
    /** @type {HTMLInputElement} */
    const field = byId(copy.dataset.copy);
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    toast(copy.dataset.copied);
  }
  if (nearest(event, "[data-notify]") && "Notification" in window) Notification.requestPermission();
});

/** A search field narrows what carries `data-search` inside its target. */
document.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target), target = field.dataset?.filters;
  if (!target) return;
  const words = wordsOf(field.value);
  let shown = 0;
  for (const item of all("[data-search]", byId(target))) {
    item.hidden = !hasWords(item.textContent, words);
    shown += item.hidden ? 0 : 1;
  }
  const count = byId(`${target}-count`);
  if (count) count.textContent = words.length ? String(shown) : "";
});

/** The set-up form shows as many seats as are wanted. */
function seatRows(form) {
  const wanted = Number(new FormData(form).get("seats"));
  form.querySelectorAll("[data-seat]").forEach((row) => {
    row.hidden = Number(row.dataset.seat) >= wanted;
    row.querySelectorAll("input, select").forEach((field) => { field.disabled = row.hidden; });
  });
}
/** @type {HTMLInputElement | null} */
const zone = document.querySelector("[data-zone]");
if (zone) zone.value = String(-new Date().getTimezoneOffset());
document.querySelectorAll("form.setup").forEach((form) => {
  form.addEventListener("change", () => seatRows(form));
  seatRows(form);
});

// An installed app has no bar that says what is wrong: without a line it shows a page of ours.
if (matchMedia("(display-mode: standalone)").matches) navigator.serviceWorker?.register("/worker.js").catch(() => null);
