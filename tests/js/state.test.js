// Where the page of a table stands, and what news, answers and the reader's deeds make of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as state from "../../src/stellwerk/web/static/table/state.js";

const at = (changes = {}) => ({ ...state.begin({ version: "12", tip: "12", seat: "1" }), ...changes });

test("a page begins where the server delivered it, held by the one who sees it", () => {
  assert.deepEqual(state.begin({ version: "3", tip: "7", seat: "2" }), {
    shown: 3, tip: 7, seat: "2", holder: "2", busy: false, missed: 0, request: 0, acted: false,
  });
  assert.equal(state.begin({ version: "3", tip: "7" }).seat, "");
});

test("nobody acts in the past or while an action is under way", () => {
  assert.ok(state.mayAct(at()));
  assert.ok(!state.mayAct(at({ shown: 11 })));
  assert.ok(!state.mayAct(at({ busy: true })));
});

test("news of a version that is known already is not fetched", () => {
  assert.ok(state.needsNews(at(), 13));
  assert.ok(!state.needsNews(at(), 12));
  assert.ok(state.needsNews(at(), Infinity));
});

test("news during an action is remembered, the newest of it, and fetched after the answer", () => {
  const busy = state.start(at());
  assert.ok(!state.needsNews(busy, 14));
  const heard = [14, 13].reduce(state.hear, busy);
  assert.equal(heard.missed, 14);
  const free = state.finish(heard);
  assert.deepEqual([free.busy, free.missed], [false, 0]);
  assert.ok(state.needsNews(free, heard.missed));
});

test("what the answer itself brought is not fetched again", () => {
  const heard = state.hear(state.start(at()), 13);
  const answered = state.show(state.finish(heard), { version: 13, tip: 13, seat: 1 });
  assert.ok(!state.needsNews(answered, heard.missed));
});

test("news heard while nothing is under way is not kept", () => {
  assert.equal(state.hear(at(), 13).missed, 0);
});

test("who looks at the past goes on looking at it when news arrives", () => {
  assert.equal(state.watched(at({ shown: 5 })), 5);
  assert.equal(state.watched(at()), null);
});

test("every request outdates those before it", () => {
  const first = state.ask(at()), second = state.ask(first);
  assert.notEqual(first.request, second.request);
});

test("an answer shows another seat; a device without one stays with its holder", () => {
  const shown = state.show(at({ acted: true }), { version: 13, tip: 14, seat: 0 });
  assert.deepEqual([shown.shown, shown.tip, shown.seat, shown.holder, shown.acted], [13, 14, "0", "0", false]);
  const unseen = state.show(at(), { version: 13, tip: 13, seat: null });
  assert.deepEqual([unseen.seat, unseen.holder], ["", "1"]);
});

test("who lifts the curtain holds the device, and the focus follows", () => {
  const held = state.hold(at(), "2");
  assert.deepEqual([held.holder, held.acted], ["2", true]);
});

test("steps stay between the first and the last move", () => {
  const past = at({ shown: 5 });
  assert.deepEqual(["first", "back", "on", "last"].map((step) => state.stepTo(past, step)), [0, 4, 6, 12]);
  assert.equal(state.stepTo(at(), "on"), 12);
  assert.equal(state.stepTo(at({ shown: 0 }), "back"), 0);
  assert.equal(state.existing(at(), 99), 12);
});

test("an address names a move or nothing", () => {
  assert.equal(state.versionIn("#move12"), 12);
  assert.equal(state.versionIn("#board-map"), null);
  assert.equal(state.versionIn("#move12x"), null);
});

test("tries grow rarer, up to one in five seconds", () => {
  assert.equal(state.longer(800), 1200);
  assert.equal(state.longer(4800), 5000);
});

test("changes of other boards than those on the page are outdated", () => {
  assert.ok(!state.isOutdated([12, 1], { at: "12", for: "1" }));
  assert.ok(!state.isOutdated([12, null], { at: "12", for: "" }));
  assert.ok(!state.isOutdated(null, { at: "12", for: "1" }));
  assert.ok(state.isOutdated([11, 1], { at: "12", for: "1" }));
  assert.ok(state.isOutdated([12, 0], { at: "12", for: "1" }));
  assert.ok(state.isOutdated([12, null], { at: "12", for: "0" }));
});
