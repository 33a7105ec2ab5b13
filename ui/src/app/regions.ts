// The parts of the window, gone through by one key: binder, text, inspector, status bar, notices. Each keeps the place the
// keyboard had in it.

/** In the order they stand. What is not drawn is passed over. */
const REGIONS = "nav, main, aside, [data-region]";

const STOPS =
  ":is(a[href], button, input, textarea, select, [contenteditable=true], [tabindex]):not(:disabled, [tabindex='-1'])";

/** Where the keyboard goes first: to the row, the text or the panel itself rather than to the buttons above them, and to what
 *  the newest notice offers. */
const FIRST = [
  "[role=treeitem][tabindex='0']",
  "[data-open-scene] .cm-content[contenteditable=true]",
  ".cm-content[contenteditable=true]",
  "[role=tab][tabindex='0']",
  "[data-newest] button",
];

/** Where the keyboard was in each. */
const places = new WeakMap<Element, HTMLElement>();

/** Where the keyboard was last: what had it there may be gone. */
let latest: Element | null = null;
document.addEventListener("focusin", ({ target }) => {
  latest = (target as Element).closest(REGIONS) ?? latest;
});

const isSeen = (element: HTMLElement) => element.isConnected && element.getClientRects().length > 0;

function placeIn(region: Element): HTMLElement | undefined {
  const last = places.get(region);
  if (last !== undefined && region.contains(last) && isSeen(last) && last.matches(STOPS)) return last;
  const all = [...FIRST, STOPS].flatMap((which) => [...region.querySelectorAll<HTMLElement>(which)]);
  return all.find(isSeen);
}

/** Puts the keyboard into the next part of the window, or the one before, round and round. */
export function goToRegion(step: 1 | -1): void {
  const stops = [...document.querySelectorAll(REGIONS)].flatMap((region) => {
    const place = placeIn(region);
    return place === undefined ? [] : [{ region, place }];
  });
  const { activeElement } = document;
  const isNowhere = activeElement === null || activeElement === document.body;
  const at = stops.findIndex(({ region }) =>
    isNowhere ? region === latest : region.contains(activeElement),
  );
  if (activeElement instanceof HTMLElement && stops[at] !== undefined) {
    places.set(stops[at].region, activeElement);
  }
  const from = at < 0 && step < 0 ? 0 : at;
  stops[(from + step + stops.length) % stops.length]?.place.focus();
}
