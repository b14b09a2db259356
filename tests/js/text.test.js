// What a reader types and what a clock shows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, hasWords, wordsOf } from "../../src/stellwerk/web/static/text.js";

test("a search is its words, whatever their case and the blanks between them", () => {
  assert.deepEqual(wordsOf("  Lay  TILE 57 "), ["lay", "tile", "57"]);
  assert.deepEqual(wordsOf("   "), []);
});

test("a text is found when it has all the words, in whatever order", () => {
  assert.ok(hasWords("Lay tile 57 on F8", ["f8", "tile"]));
  assert.ok(!hasWords("Lay tile 57 on F8", ["f8", "pass"]));
  assert.ok(hasWords("anything", []));
});

test("a clock shows hours only where there are any", () => {
  assert.equal(clockText(65_999), "1:05");
  assert.equal(clockText(3_600_000 + 9_000), "1:00:09");
  assert.equal(clockText(59 * 60_000), "59:00");
  assert.equal(clockText((206 * 60 + 39) * 60_000 + 24_000), "8 d 14:39");
});

test("time that has run out is zero, not less", () => {
  assert.equal(clockText(-5_000), "0:00");
});
