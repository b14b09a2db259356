// Words and figures as a reader sees and types them. Nothing here touches the page.

/** The words of a search, without regard to case.
 * @param {string} text
 */
export const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether a text has all the words of a search, in whatever order.
 * @param {string} text
 * @param {string[]} words
 */
export function hasWords(text, words) {
  const known = text.toLowerCase();
  return words.every((word) => known.includes(word));
}

/** A time span as a clock shows it: `4:05`, `1:00:09`, `8 d 14:39`; what has run out is `0:00`.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000)), hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60, rest = String(seconds % 60).padStart(2, "0");
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24}:${String(minutes).padStart(2, "0")}`;
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
