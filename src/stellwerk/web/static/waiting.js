// While a table waits for players: look again when somebody sat down.
import { listen } from "./live.js";

const { table } = document.getElementById("waiting").dataset;
listen((event) => { if (event.table === table || event.kind === "back") location.reload(); });
