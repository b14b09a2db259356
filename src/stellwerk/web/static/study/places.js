// Where a move lies on a chart, and what everybody had there.

/**
 * @typedef {object} Chart
 * @property {number[]} at        the move of every place
 * @property {string[]} names     of the series
 * @property {[number, number | null][][]} steps  for each series: from this place on, this value
 */

/** The place nearest to a point across. @param {number} x @param {number} left @param {number} right @param {number} count */
export function placeAt(x, left, right, count) {
  const place = Math.round((x - left) / (right - left) * (count - 1));
  return Math.max(0, Math.min(count - 1, place));
}

/** The last place that is not after a move. @param {Chart} chart @param {number} at */
export function placeOf(chart, at) {
  let low = 0, high = chart.at.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (chart.at[middle] <= at) low = middle; else high = middle - 1;
  }
  return low;
}

/** @param {[number, number | null][]} steps @param {number} place */
export function valueAt(steps, place) {
  let found = null;
  for (const [from, value] of steps) {
    if (from > place) break;
    found = value;
  }
  return found;
}

/** @param {Chart} chart @param {number} place */
export function valuesAt(chart, place) {
  const values = chart.names.map((name, n) => [name, valueAt(chart.steps[n], place)]);
  return `${chart.at[place]}: ${values.filter(([, value]) => value !== null).map(([name, value]) => `${name} ${value}`).join(", ")}`;
}
