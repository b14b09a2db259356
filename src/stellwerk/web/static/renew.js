// A page from before an upgrade of the server loads itself again, when nobody is in the middle of something.

const MARK = "stellwerk-renewed";
const REST = 30_000;  // milliseconds: while servers are replaced one by one, old and new ones answer in turn

/** Whether a page with this script is not of the server's build, and has not loaded itself again just now.
 * @param {string} script  its address, with the build in it
 * @param {string} build  of the server
 * @param {number} last  when it was loaded again
 * @param {number} now
 */
export const mayRenew = (script, build, last, now) => !script.includes(`/${build}/`) && now - last >= REST;

const hasChanged = (field) => ["checkbox", "radio"].includes(field.type)
  ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

/** Whether something was typed or opened that a new page would not have. */
function isBusy() {
  const fields = [...document.querySelectorAll("main input:not([type=hidden]), main textarea")];
  return fields.some(hasChanged) || document.querySelector("dialog[open]") !== null;
}

/** @param {string} build  what the server says it has */
export function renew(build) {
  if (!mayRenew(import.meta.url, build, Number(sessionStorage.getItem(MARK)), Date.now())) return;
  if (isBusy()) { setTimeout(renew, REST, build); return; }
  sessionStorage.setItem(MARK, String(Date.now()));
  location.reload();
}
