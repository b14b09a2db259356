// Films: chosen moves one after the other, at a pace that can be followed.

const PACE = 450;

/** The next move of a film, or null at its end. Without a list every move is in it.
 * @param {number[]} list @param {number} at @param {number} tip
 */
export function nextOf(list, at, tip) {
  if (!list.length) return at < tip ? at + 1 : null;
  return list.find((each) => each > at) ?? null;
}

/**
 * @param {HTMLElement} button
 * @param {HTMLSelectElement} choice
 * @param {{at: () => number, tip: number, show: (at: number) => Promise<void>}} stage
 */
export function playFilm(button, choice, stage) {
  let isRunning = false;
  const list = () => choice.value.split(",").filter(Boolean).map(Number);

  async function step() {
    if (!isRunning) return;
    const next = nextOf(list(), stage.at(), stage.tip);
    if (next === null) { stop(); return; }
    await stage.show(next);
    setTimeout(step, PACE);
  }

  function stop() {
    isRunning = false;
    button.setAttribute("aria-pressed", "false");
  }

  button.addEventListener("click", async () => {
    if (isRunning) { stop(); return; }
    isRunning = true;
    button.setAttribute("aria-pressed", "true");
    if (nextOf(list(), stage.at(), stage.tip) === null) await stage.show(0);
    step();
  });
}
