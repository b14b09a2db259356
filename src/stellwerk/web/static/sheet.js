// A sheet of components to be typed: drawn as one types, kept row by row, by keys alone.
import { send } from "./base.js";
import { all, byId, need } from "./dom.js";

const PAUSE = 250;
const game = /** @type {HTMLElement} */ (document.querySelector(".sheet-rows")).dataset.game;
/** @type {HTMLFormElement[]} */
const rows = all(".sheet-row");

/** What stands in a row; `more` is what was pressed. */
const typed = (row, more = {}) => ({ ...Object.fromEntries(new FormData(row)), ...more });

/** @returns {HTMLInputElement[]} */
const cells = (row) => all("input[name^='f-']", row);

function showFaults(row, faults) {
  for (const place of all("[data-fault]", row)) place.textContent = "";
  for (const cell of cells(row)) cell.removeAttribute("aria-invalid");
  for (const { field, text } of faults) {
    const place = row.querySelector(`[data-fault="${CSS.escape(field)}"]`) ?? row.querySelector('[data-fault=""]');
    place.textContent = text;
    row.querySelector(`[name="f-${CSS.escape(field)}"]`)?.setAttribute("aria-invalid", "true");
  }
}

/** One request after the other, in the order in which they were wanted: the first row that is kept makes a stranger a
 * guest, and a request that is on its way meanwhile would come from neither of the two. */
let last = Promise.resolve();
function inTurn(work) {
  last = last.then(work);
  return last;
}

/** A form is on its way as a whole: what comes back is another page, and nothing is drawn on this one. */
let isLeaving = false;
document.addEventListener("submit", () => { isLeaving = true; });
addEventListener("pageshow", () => { isLeaving = false; });

/** The component as it would be, once the fingers rest. Of two answers the later question counts. */
const asked = new WeakMap();
function draw(row) {
  const number = (asked.get(row) ?? 0) + 1;
  asked.set(row, number);
  inTurn(async () => {
    if (isLeaving || asked.get(row) !== number) return;
    const { picture, faults, error } = await send(`/gallery/${game}/try`, typed(row, { all: "yes" })).catch(() => ({ error: true }));
    if (error || asked.get(row) !== number) return;
    showFaults(row, faults);
    if (picture) row.querySelector(".sheet-picture").innerHTML = picture;
  });
}

const waiting = new Map();
function drawSoon(row) {
  clearTimeout(waiting.get(row));
  waiting.set(row, setTimeout(() => draw(row), PAUSE));
}

function goTo(row, column) {
  const cell = cells(row)[column];
  cell?.focus();
  cell?.select();
}

const fill = (name, value) => {
  for (const field of all(`input[name=${name}]`)) /** @type {HTMLInputElement} */ (field).value = value;
};

/** A stranger becomes a guest with the first row he sends. */
function useToken(token) {
  document.querySelector("meta[name=csrf]").setAttribute("content", token);
  fill("csrf", token);
}

/** The first row kept opens a set; all rows go on with it. */
function useSet(id) {
  fill("set", id);
  const here = new URL(location.href);
  here.searchParams.set("set", id);
  history.replaceState(null, "", here);
}

async function keep(row) {
  clearTimeout(waiting.get(row));
  asked.set(row, (asked.get(row) ?? 0) + 1);
  const answer = await send(`/gallery/${game}/row`, typed(row, { all: "yes" }));
  if (answer.csrf) { useToken(answer.csrf); useSet(answer.set); }
  if (answer.error) {
    showFaults(row, answer.error.faults ?? [{ field: "", text: answer.error.text }]);
    row.classList.remove("done");
    row.querySelector(".kept").textContent = "✗";
    return;
  }
  showFaults(row, []);
  row.classList.add("done");
  row.querySelector(".kept").textContent = "✓";
  need("progress").textContent = answer.progress;
  need("unfit").hidden = !answer.unfit;
  need("unfit").querySelector("span").textContent = answer.unfit;
  draw(row);
}

/** Nobody is torn away from what he types: the first row that was refused is come back to by Escape, or at the end. */
function goToFault() {
  const cell = /** @type {HTMLInputElement | null} */ (document.querySelector(".sheet-row input[aria-invalid]"));
  cell?.focus();
  cell?.select();
}

function keepInTurn(row) {
  inTurn(() => keep(row).catch(() => { row.querySelector(".kept").textContent = "?"; }));
}

document.addEventListener("input", (event) => {
  const row = event.target instanceof Element && event.target.closest(".sheet-row");
  if (row) drawSoon(row);
});

document.addEventListener("keydown", (event) => {
  const cell = event.target;
  if (!(cell instanceof HTMLInputElement) || !cell.name.startsWith("f-") || event.isComposing) return;
  const row = cell.form, at = rows.indexOf(row), column = cells(row).indexOf(cell);
  if (event.key === "Enter") {
    event.preventDefault();
    keepInTurn(row);
    if (rows[at + 1]) goTo(rows[at + 1], 0);
    else last.then(goToFault);
  } else if (event.key === "Escape") {
    last.then(goToFault);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const next = rows[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (next && !cell.list) { event.preventDefault(); goTo(next, column); }
  }
});

const first = location.hash ? byId(decodeURIComponent(location.hash.slice(1))) : rows[0];
if (first && cells(first).length) goTo(first, 0);
