// What is this? Hover, focus or tap on anything drawn says what it is and does.

function words(element) {
  const name = element.querySelector(":scope > title")?.textContent ?? element.getAttribute("title") ?? "";
  const more = element.dataset.help ?? element.querySelector(":scope > desc")?.textContent ?? "";
  return more ? `${name}\n${more}`.trim() : name;
}

const has = (element) => element.dataset?.help || element.querySelector?.(":scope > desc") || element.querySelector?.(":scope > title") || element.hasAttribute?.("title");

function subject(target, root) {
  for (let element = target; element && element !== root; element = element.parentElement) if (has(element)) return element;
  return null;
}

export function helpTips(root, tip) {
  let timer = 0;
  const hide = () => { clearTimeout(timer); tip.hidden = true; };
  const show = (element) => {
    const text = words(element);
    if (!text) return hide();
    tip.textContent = text;
    tip.hidden = false;
    const frame = element.getBoundingClientRect(), own = tip.getBoundingClientRect();
    const left = Math.min(innerWidth - own.width - 8, Math.max(8, frame.left + frame.width / 2 - own.width / 2));
    const above = frame.top - own.height - 8;
    tip.style.left = `${left}px`;
    tip.style.top = `${above > 8 ? above : Math.min(innerHeight - own.height - 8, frame.bottom + 8)}px`;
  };
  const soon = (event, wait) => {
    const element = subject(event.target, root);
    clearTimeout(timer);
    if (!element) return hide();
    timer = setTimeout(() => show(element), wait);
  };
  root.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") soon(event, 350); });
  // A finger leaves what it touched before the click comes, and the click may move the focus: so it speaks last.
  let isTouched = false;
  root.addEventListener("pointerdown", (event) => { isTouched = event.pointerType !== "mouse"; });
  root.addEventListener("click", (event) => { if (isTouched) soon(event, 0); });
  root.addEventListener("focusin", (event) => soon(event, 0));
  root.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") hide(); });
  root.addEventListener("focusout", hide);
  addEventListener("scroll", hide, true);
  addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
}
