// Finding things on the page.

/** The element with an id, or null.
 * @template {Element} [E=HTMLElement]
 * @param {string} id
 * @returns {E | null}
 */
export const byId = (id) => /** @type {E | null} */ (/** @type {unknown} */ (document.getElementById(id)));

/** The element with an id that the page always has.
 * @template {Element} [E=HTMLElement]
 * @param {string} id
 * @returns {E}
 */
export function need(id) {
  const found = byId(id);
  if (!found) throw new Error(`#${id} is not on the page`);
  return /** @type {E} */ (/** @type {unknown} */ (found));
}

/** All elements that match.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} root
 * @returns {E[]}
 */
export const all = (selector, root = document) => [.../** @type {NodeListOf<E>} */ (root.querySelectorAll(selector))];

/** The element an event began at, or the nearest around it, that matches.
 * @template {Element} [E=HTMLElement]
 * @param {Event} event
 * @param {string} selector
 * @returns {E | null}
 */
export const nearest = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);
