// One event stream per browser: the tab that holds the lock listens and tells the others.
// Without Web Locks (plain http in a local network) every visible tab listens for itself.

const channel = "BroadcastChannel" in window ? new BroadcastChannel("stellwerk") : null;
const hearers = new Set();
const watched = document.querySelector("main[data-watch]")?.dataset.watch;  // a spectator's page listens for itself
let source = null;
let broken = false;

const tell = (event) => hearers.forEach((hear) => hear(event));
const spread = (event) => { tell(event); channel?.postMessage(event); };

function open() {
  if (source) return;
  source = new EventSource(`/api/events${watched ? `?watch=${watched}` : ""}`);
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

function lead() {
  if (navigator.locks && channel && !watched) {
    navigator.locks.request("stellwerk-stream", () => new Promise((release) => {
      open();
      addEventListener("pagehide", () => { close(); release(); }, { once: true });
    }));
    return;
  }
  const seen = () => (document.visibilityState === "visible" ? open() : close());
  document.addEventListener("visibilitychange", () => { seen(); if (source) tell({ kind: "back" }); });
  seen();
}

/** Call `hear` with every event of the stream, in whichever tab it arrives. */
export function listen(hear) { hearers.add(hear); }

channel?.addEventListener("message", (message) => tell(message.data));
addEventListener("pageshow", (event) => { if (event.persisted) { lead(); tell({ kind: "back" }); } });
lead();
