// A page from before an upgrade loads itself again, and not again and again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mayRenew } from "../../src/stellwerk/web/static/renew.js";

const OLD = "https://games.example.org/static/0123456789/renew.js";

test("a page of the server's own build stays", () => {
  assert.ok(!mayRenew(OLD, "0123456789", 0, 100_000));
});

test("a page of another build is renewed, but not twice while servers are replaced one by one", () => {
  assert.ok(mayRenew(OLD, "abcdef0123", 0, 100_000));
  assert.ok(!mayRenew(OLD, "abcdef0123", 90_000, 100_000));
});
