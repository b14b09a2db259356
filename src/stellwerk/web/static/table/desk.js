// What a game puts beside its questions by a script of its own, which sets both of these: see `SCRIPT` of a companion.

/**
 * @typedef {object} Tools  what the page does for it
 * @property {() => string} seat  through whose eyes the page is shown
 * @property {(ghost: import("./preview.js").Ghost | null) => void} show  puts something over the boards
 * @property {(action: string) => void} pick  takes an option
 */

export const desk = {
  /** A new question is on the page.
   * @type {(tools: Tools) => void} */
  lay: () => {},
  /** What lies over the boards while nothing is previewed.
   * @type {() => import("./preview.js").Ghost | null} */
  ghost: () => null,
};
