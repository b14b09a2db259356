// A text told by another that is known: which lines of it stay, and what stands between them. See `lines.py`.

/** @typedef {string | [number, number]} Piece  new text, or lines of the old one, from and to */

/** @param {string} old
 * @param {Piece[]} pieces
 */
export function together(old, pieces) {
  const known = old.split("\n");
  return pieces.map((piece) => typeof piece === "string" ? piece : known.slice(...piece).join("\n")).join("\n");
}
