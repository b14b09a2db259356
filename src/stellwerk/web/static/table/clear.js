// A sheet never lies over the spot it is about: the board moves up under it, and back when the sheet is gone.
import { byId, nearest, need } from "../dom.js";
import { moveBack, moveUp } from "../zoom.js";
import { spotsOf } from "../spots.js";

const ROOM = 8;  // pixels between the spot and the sheet
const dock = need("dock"), stage = need("stage");

/** @type {string[]} The spots that were pointed at last, by id: a preview draws them anew. */
let about = [];
let scrolled = 0;

/** How far the lowest of the spots reaches below the sheet's edge, in pixels. */
function covered() {
  const sheet = dock.getBoundingClientRect();
  const boxes = about.map((id) => byId(id)?.getBoundingClientRect()).filter((box) => box !== undefined && box.width > 0 && box.right > sheet.left && box.left < sheet.right);
  return Math.max(0, ...boxes.map((box) => (box?.bottom ?? 0) + ROOM - sheet.top));
}

function clear() {
  const over = covered(), spot = byId(about[0] ?? "");
  if (!over || !spot) return;
  if (spot.closest("[data-zoom]")) return moveUp(spot, over);
  const before = stage.scrollTop;
  stage.scrollTop += over;
  scrolled += stage.scrollTop - before;
}

function restore() {
  moveBack();
  if (scrolled) stage.scrollTop -= scrolled;
  scrolled = 0;
}

document.addEventListener("click", (event) => {
  const spot = nearest(event, "#boards .option"), offer = nearest(event, "#ask .offer");
  if (spot) about = [spot.id];
  if (offer) about = spotsOf(Number(offer.dataset.number)).map(({ id }) => id);
}, true);
new ResizeObserver(() => { if (dock.hidden) restore(); else if (dock.classList.contains("sheet")) clear(); }).observe(dock);
