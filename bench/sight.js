// What of an open question is in sight, measured on the page: see sight.py.
() => {
  const full = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const clip = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const area = (box) => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);

  // What is left of an element inside the window and everything around it that clips.
  const visible = (element) => {
    let box = clip(element.getBoundingClientRect(), full);
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.visibility === "hidden") return null;
      const clips = at.tagName === "svg" || style.overflowX !== "visible" || style.overflowY !== "visible";
      if (clips && style.display !== "contents") box = clip(box, at.getBoundingClientRect());
    }
    return box;
  };
  const share = (element) => {
    const own = element.getBoundingClientRect(), box = visible(element);
    return box && area(own) > 0 ? area(box) / area(own) : 0;
  };
  const isIn = (element) => Boolean(element) && share(element) > 0.6;

  // The middle of what is left, if a click there reaches the element and nothing above it.
  const target = (element) => {
    const box = visible(element);
    if (!box || area(box) < 4) return null;
    for (const [px, py] of [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75]]) {
      const x = box.left + (box.right - box.left) * px, y = box.top + (box.bottom - box.top) * py;
      if (document.elementFromPoint(x, y)?.closest(".option") === element) return { x, y };
    }
    return null;
  };
  const places = JSON.parse(document.getElementById("offers")?.dataset.spots || "{}");
  const spots = all("#boards .option").filter((spot) => places[spot.id]?.length);
  const usable = spots.filter(isIn).map((spot) => ({ id: spot.id, offers: places[spot.id].length, ...target(spot) })).filter((spot) => spot.x !== undefined);

  // The size of letters as drawn on the screen.
  const drawn = (element) => {
    const size = parseFloat(getComputedStyle(element).fontSize), matrix = element.getScreenCTM?.();
    return size * (matrix ? Math.hypot(matrix.a, matrix.b) : element.currentCSSZoom ?? 1);  // the stage shows boards smaller than they are laid out
  };
  const texts = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.nodeValue.trim() || ["TITLE", "DESC", "title", "desc", "SCRIPT", "OPTION"].includes(parent.tagName)) continue;
      if (parent.closest(".visually-hidden, [hidden], kbd, dialog:not([open])")) continue;
      if (share(parent) > 0.6) found.push(drawn(parent));
    }
    return found;
  };
  const offers = all("#ask .offer, #ask .facet").filter((offer) => offer.offsetParent !== null || offer.getClientRects().length === 0);
  const list = all("#ask .group:not([hidden]) .offer, #ask .facet, #ask .proposal").filter((offer) => offer.checkVisibility());  // not those folded away under "pay otherwise"
  const boards = document.getElementById("boards");
  const root = document.scrollingElement;
  return {
    spots: spots.length,
    inside: spots.filter(isIn).length,
    usable,
    told: Boolean(document.querySelector("[data-beyond]:not([hidden])")),
    question: isIn(document.getElementById("question")) || isIn(document.getElementById("now")),
    offers: list.length > 0 && list.slice(0, 2).every(isIn),
    means: all(".strip .asked .means, .strip .asked .mean").some(isIn),
    single: offers.length === 1 && all("#ask .amount, #ask .ticks, #ask .proposal").length === 0,
    scroll: Math.max(0, root.scrollHeight - innerHeight),
    text: Math.min(99, ...[...document.querySelectorAll("#players, #ask, .side")].flatMap(texts)),
    boardText: Math.min(99, ...texts(boards)),
  };
}
