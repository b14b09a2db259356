// Where a move lies on a chart; which move a film shows next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextOf } from "../../src/stellwerk/web/static/study/film.js";
import { placeAt, placeOf, valueAt, valuesAt } from "../../src/stellwerk/web/static/study/places.js";

const chart = { at: [0, 1, 3, 7], names: ["Anna", "Bert"], steps: [[[0, 500], [2, 480]], [[0, null], [3, 20]]] };

test("a point across is the nearest place, and never outside", () => {
  assert.equal(placeAt(50, 50, 350, 4), 0);
  assert.equal(placeAt(149, 50, 350, 4), 1);
  assert.equal(placeAt(-20, 50, 350, 4), 0);
  assert.equal(placeAt(900, 50, 350, 4), 3);
});

test("a move lies at the last place that is not after it", () => {
  assert.deepEqual([0, 1, 2, 3, 6, 7, 99].map((at) => placeOf(chart, at)), [0, 1, 1, 2, 2, 3, 3]);
});

test("a value holds until the next one", () => {
  assert.deepEqual([0, 1, 2, 3].map((place) => valueAt(chart.steps[0], place)), [500, 500, 480, 480]);
  assert.equal(valuesAt(chart, 1), "1: Anna 500");
  assert.equal(valuesAt(chart, 3), "7: Anna 480, Bert 20");
});

test("a film goes on to its next move and ends", () => {
  assert.equal(nextOf([3, 9], 0, 20), 3);
  assert.equal(nextOf([3, 9], 3, 20), 9);
  assert.equal(nextOf([3, 9], 9, 20), null);
  assert.equal(nextOf([], 19, 20), 20);
  assert.equal(nextOf([], 20, 20), null);
});
