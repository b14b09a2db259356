// The part of a big drawing that is in sight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, framed, isInside, isZoomed, moved, scaled, within } from "../../src/stellwerk/web/static/box.js";

const FULL = { x: -10, y: 0, w: 800, h: 400 };

test("a box larger than the drawing becomes the whole drawing", () => {
  assert.deepEqual(within(FULL, { x: -500, y: -500, w: 2000, h: 1000 }), FULL);
});

test("no closer than an eighth, and always in the drawing's proportions", () => {
  assert.deepEqual(within(FULL, { x: 100, y: 100, w: 10, h: 10 }), { x: 100, y: 100, w: 100, h: 50 });
});

test("a box moved over the edge stops at it", () => {
  assert.deepEqual(within(FULL, { x: 700, y: 390, w: 200, h: 100 }), { x: 590, y: 300, w: 200, h: 100 });
  assert.deepEqual(within(FULL, { x: -99, y: -99, w: 200, h: 100 }), { x: -10, y: 0, w: 200, h: 100 });
});

test("closer and further away keep the point under the pointer", () => {
  const box = { x: 0, y: 0, w: 400, h: 200 }, near = scaled(box, 0.5, 0.25, 1);
  assert.equal(near.x + near.w * 0.25, box.x + box.w * 0.25);
  assert.equal(near.y + near.h, box.y + box.h);
  assert.deepEqual(scaled(scaled(box, 0.5), 2), box);
});

test("moves are shares of what is in sight", () => {
  assert.deepEqual(moved({ x: 0, y: 0, w: 200, h: 100 }, 0.5, -1), { x: 100, y: -100, w: 200, h: 100 });
});

test("the whole drawing is not zoomed, rounding aside", () => {
  assert.ok(!isZoomed(FULL, FULL));
  assert.ok(!isZoomed(FULL, { ...FULL, w: 799.9 }));
  assert.ok(isZoomed(FULL, { ...FULL, w: 700 }));
});

test("a frame has the wanted proportions and the box in its middle", () => {
  assert.deepEqual(framed({ x: 0, y: 0, w: 100, h: 200 }, 2), { x: -150, y: 0, w: 400, h: 200 });
  assert.deepEqual(framed({ x: 0, y: 0, w: 400, h: 100 }, 2), { x: 0, y: -50, w: 400, h: 200 });
});

test("a box around several, with room at the edge", () => {
  assert.deepEqual(around([{ x: 0, y: 0, w: 10, h: 10 }, { x: 90, y: 40, w: 10, h: 10 }], 5), { x: -5, y: -5, w: 110, h: 60 });
  assert.ok(isInside({ x: 1, y: 1, w: 5, h: 5 }, { x: 0, y: 0, w: 10, h: 10 }));
  assert.ok(!isInside({ x: 8, y: 1, w: 5, h: 5 }, { x: 0, y: 0, w: 10, h: 10 }));
});

test("in a frame wider than the drawing the drawing stays in the middle, and nothing beside it is shown needlessly", () => {
  const drawn = { x: 0, y: 0, w: 100, h: 200 }, full = framed(drawn, 2);
  assert.deepEqual(within(full, { x: 60, y: 150, w: 400, h: 200 }, drawn), full);
  assert.deepEqual(within(full, { x: 90, y: 180, w: 80, h: 40 }, drawn), { x: 20, y: 160, w: 80, h: 40 });
});
