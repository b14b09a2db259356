// Where the page of a table stands, as a value: every function takes a state and gives the next one or a fact about it.
// Nothing here touches the page, the network or a clock.

/**
 * @typedef {object} TableState
 * @property {number} shown   the version on the page
 * @property {number} tip     the newest version known
 * @property {string} seat    through whose eyes it is shown; "" for a spectator
 * @property {string} holder  at a hot seat: who said last that they have the device
 * @property {boolean} busy   an action is under way
 * @property {number} missed  the newest version heard of meanwhile; 0: none
 * @property {number} request number of the last request for parts; answers to older ones are dropped
 * @property {boolean} acted  the next answer follows from the reader's own deed
 */

/** @param {{version?: string, tip?: string, seat?: string}} page  what the page was delivered with
 * @returns {TableState}
 */
export function begin({ version, tip, seat = "" }) {
  return { shown: Number(version), tip: Number(tip), seat, holder: seat, busy: false, missed: 0, request: 0, acted: false };
}

/** @param {TableState} s */
export const isPast = (s) => s.shown < s.tip;

/** @param {TableState} s */
export const mayAct = (s) => !s.busy && !isPast(s);

/** The version to ask for: the past one that is being looked at, or null for the present.
 * @param {TableState} s
 */
export const watched = (s) => (isPast(s) ? s.shown : null);

/** Whether news of a version must be fetched now. While an action is under way its answer may bring it.
 * @param {TableState} s
 * @param {number} version
 */
export const needsNews = (s, version) => !s.busy && version > s.tip;

/** News arrived: what comes while an action is under way is remembered.
 * @param {TableState} s
 * @param {number} version
 * @returns {TableState}
 */
export const hear = (s, version) => (s.busy ? { ...s, missed: Math.max(s.missed, version) } : s);

/** An action is sent.
 * @param {TableState} s
 * @returns {TableState}
 */
export const start = (s) => ({ ...s, busy: true });

/** The action was answered; whoever calls this fetches `missed` of the state before.
 * @param {TableState} s
 * @returns {TableState}
 */
export const finish = (s) => ({ ...s, busy: false, missed: 0 });

/** Another request for parts; what is still under way is outdated.
 * @param {TableState} s
 * @returns {TableState}
 */
export const ask = (s) => ({ ...s, request: s.request + 1 });

/** The reader did something: the focus may follow the next answer.
 * @param {TableState} s
 * @param {boolean} acted
 * @returns {TableState}
 */
export const act = (s, acted = true) => ({ ...s, acted });

/** At a hot seat somebody says that they have the device.
 * @param {TableState} s
 * @param {string} seat
 * @returns {TableState}
 */
export const hold = (s, seat) => ({ ...s, holder: seat, acted: true });

/** An answer of the server is on the page.
 * @param {TableState} s
 * @param {{version: number, tip: number, seat: number | null}} answer
 * @returns {TableState}
 */
export function show(s, { version, tip, seat }) {
  const eyes = seat === null ? "" : String(seat);
  return { ...s, shown: version, tip, seat: eyes, holder: eyes === "" ? s.holder : eyes, acted: false };
}

/** Whether changes of the boards were worked out from other boards than those on the page: something else was shown since
 * they were asked for.
 * @param {[number | null, number | null] | null | undefined} since  version and seat of the boards they were worked out from
 * @param {{at?: string, for?: string}} boards  those on the page
 */
export const isOutdated = (since, boards) =>
  Boolean(since) && (String(since?.[0]) !== boards.at || String(since?.[1] ?? "") !== (boards.for ?? ""));

/** A version that exists.
 * @param {TableState} s
 * @param {number} version
 */
export const existing = (s, version) => Math.max(0, Math.min(s.tip, version));

/** Where the buttons under the boards lead.
 * @param {TableState} s
 * @param {string} step
 */
export function stepTo(s, step) {
  const steps = { first: 0, back: s.shown - 1, on: s.shown + 1, last: s.tip };
  return existing(s, steps[/** @type {keyof typeof steps} */ (step)]);
}

/** The version an address points at (`#move12`), or null.
 * @param {string} hash
 */
export function versionIn(hash) {
  const match = /^#move(\d+)$/.exec(hash);
  return match ? Number(match[1]) : null;
}

/** How long to wait before the next try.
 * @param {number} wait
 */
export const longer = (wait) => Math.min(wait * 1.5, 5000);
