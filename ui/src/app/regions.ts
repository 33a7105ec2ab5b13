// Keyboard navigation between the regions of the window: binder, text, inspector, status bar, notices. Each remembers
// the element that had focus in it.

/** In display order. Hidden regions are skipped. */
const REGIONS = "nav, main, aside, [data-region]";

const STOPS =
  ":is(a[href], button, input, textarea, select, [contenteditable=true], [tabindex]):not(:disabled, [tabindex='-1'])";

/**
 * The preferred focus targets: the row, the text or the panel itself rather than the buttons above it, and the action
 * of the newest notice.
 */
const FIRST = [
  "[role=treeitem][tabindex='0']",
  "[data-open-scene] .cm-content[contenteditable=true]",
  ".cm-content[contenteditable=true]",
  "[role=tab][tabindex='0']",
  "[data-newest] button",
];

/** The last focused element of each region. */
const places = new WeakMap<Element, HTMLElement>();

/** The last focused region; the element itself may be gone. */
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

/** Focuses the next or previous region, wrapping around. */
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
