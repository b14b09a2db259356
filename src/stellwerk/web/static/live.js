// One event stream per browser: the tab that holds the lock listens and tells the others. What a spectator's tab watches
// it tells the one that listens. Without Web Locks (plain http in a local network) every visible tab listens for itself.

const channel = "BroadcastChannel" in window ? new BroadcastChannel("stellwerk") : null;
const hearers = new Set();
const watched = document.querySelector("main")?.dataset.watch;
const watching = new Set(watched ? [watched] : []);
let source = null;
let broken = false;
let widening = 0;
let heardAt = Date.now();
let wokenAt = Date.now();

const SILENCE = 60_000;  // milliseconds after which a page that hears nothing asks by itself
const NAP = 10_000;      // milliseconds out of sight after which a stream may have fallen asleep too
const tell = (event) => { heardAt = Date.now(); hearers.forEach((hear) => hear(event)); };
const spread = (event) => { tell(event); channel?.postMessage(event); };

function open() {
  if (source) return;
  source = new EventSource(`/api/events${watching.size ? `?watch=${[...watching].slice(-50).join(",")}` : ""}`);
  const heard = (message) => spread({ kind: message.type, ...JSON.parse(message.data || "{}") });
  for (const kind of ["log", "table", "chat"]) source.addEventListener(kind, heard);
  source.onerror = () => {
    if (!broken) spread({ kind: "lost" });
    broken = true;
    if (source.readyState === EventSource.CLOSED) { close(); setTimeout(open, 2000); }
  };
  source.onopen = () => { spread({ kind: "back" }); broken = false; };  // what happened before it was open was not heard
}

function close() { source?.close(); source = null; }

function openAgain() { if (source) { close(); open(); } }

/** Another tab watches a table: the stream is opened again with it, once for all that ask at the same time. */
function widen(table) {
  if (watching.has(table)) return;
  watching.add(table);
  clearTimeout(widening);
  widening = setTimeout(openAgain, 100);
}

function lead() {
  if (navigator.locks && channel) {
    if (watched) channel.postMessage({ kind: "watch", table: watched });
    navigator.locks.request("stellwerk-stream", () => new Promise((release) => {
      open();
      channel.postMessage({ kind: "who" });
      addEventListener("pagehide", () => { close(); release(); }, { once: true });
    }));
    return;
  }
  const seen = () => (document.visibilityState === "visible" ? open() : close());
  document.addEventListener("visibilitychange", () => { seen(); if (source) tell({ kind: "back" }); });
  seen();
}

/** Somebody is back, from sleep or from a place without a line: neither he nor the stream waits for its own next try. */
function comeBack() {
  wokenAt = Date.now();
  channel?.postMessage({ kind: "wake" });
  openAgain();
  tell({ kind: "back", woken: true });
}

/** Call `hear` with every event of the stream, in whichever tab it arrives. */
export function listen(hear) { hearers.add(hear); }

channel?.addEventListener("message", ({ data }) => {
  if (data.kind === "who") { if (watched) channel.postMessage({ kind: "watch", table: watched }); }
  else if (data.kind === "wake") openAgain();
  else if (data.kind === "watch") { if (source) widen(data.table); }
  else tell(data);
});
// An open stream may be deaf, and a broken one may stay so: a page somebody looks at asks now and then.
setInterval(() => {
  if (document.visibilityState === "visible" && Date.now() - heardAt >= SILENCE) tell({ kind: "resync" });
}, SILENCE / 4);
addEventListener("online", comeBack);
document.addEventListener("resume", comeBack);
// A page that was out of sight, or asleep with its device, did not hear its own clock.
function wake() {
  if (document.hidden) return;
  if (Date.now() - wokenAt >= NAP) comeBack();
  wokenAt = Date.now();
}
document.addEventListener("visibilitychange", wake);
setInterval(wake, 1000);
addEventListener("pageshow", (event) => { if (event.persisted) { lead(); tell({ kind: "back" }); } });
lead();
