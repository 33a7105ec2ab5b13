// Searching: the backend is the engine for all scopes. Its answer applies to the texts at the time of the request; late
// answers are dropped, and edited texts are searched again.
import { desk, useDesk } from "@/desk/desk";
import { locate, outline } from "@/desk/navigation";
import { flushAll, openScene, useOpenScenes } from "@/desk/open-scenes";
import { call, toFailure } from "@/ipc/host";
import { onForgotten } from "@/ipc/queries";
import { type FindScope, READS, type SceneId } from "@/ipc/types";
import { find, findDialog, isAnswered, openFind, patternNow, soughtNow, useFind } from "./find";
import { around, hitsBefore, keyOf } from "./hits";
import { beforeSelection, hideMarks, lookAtOpen, reveal, type Seen, showMarks } from "./places";
import { recall, remember } from "./query-history";

/** Debounce after a change of the query, ms. */
const QUERY_DEBOUNCE = 150;
/** Debounce after a change of the texts, ms: a book is not searched with every typed word. */
const TEXT_DEBOUNCE = { scene: 300, chapter: 600, book: 1500 } as const;

let timer: ReturnType<typeof setTimeout> | undefined;
/** The pending search: for a typed query, or for changed texts. */
let waiting: "typed" | "texts" | null = null;
/** A step to take once a newly opened panel has results. */
let pendingStep: 1 | -1 | null = null;
/** Incremented with every search. */
let turn = 0;
let seen = new Map<SceneId, Seen>();
/** Where the query was started: searches while typing continue from there. */
let anchor: { scene: SceneId; from: number } | null = null;
let composing = false;

/** The current scope; null if there is no such place. */
export async function scopeNow(): Promise<FindScope | null> {
  const scope = findDialog()?.scope;
  if (scope === "book") return "book";
  const { scene } = desk();
  if (scene === null || scope === undefined) return null;
  if (scope === "scene") return { scene };
  const place = locate(await outline(), scene);
  return place === undefined ? null : { chapter: place.chapter.id };
}

/** Searches now. `typed`: the query changed, and the first match after its starting point is revealed. */
export async function search(typed: boolean): Promise<void> {
  clearTimeout(timer);
  waiting = null;
  turn += 1;
  const mine = turn;
  if (find().query === "") {
    useFind.setState({ found: null, failure: null, searching: false, current: -1, leftOut: new Set() });
    hideMarks();
    return;
  }
  useFind.setState({ searching: true });
  try {
    // Text that cannot be saved now is searched as last saved; marks that do not fit are omitted.
    await flushAll().catch(() => undefined);
    const scope = await scopeNow();
    if (mine !== turn) return;
    if (scope === null) {
      useFind.setState({ found: null, failure: null, searching: false, current: -1 });
      return;
    }
    const texts = lookAtOpen();
    const searched = soughtNow();
    const found = await call("manuscript.find", { ...patternNow(), scope });
    if (mine !== turn || findDialog() === null) return;
    seen = texts;
    const keys = new Set(found.hits.map(keyOf));
    const leftOut = typed ? new Set<string>() : new Set([...find().leftOut].filter((key) => keys.has(key)));
    useFind.setState({ found, sought: searched, failure: null, searching: false, leftOut });
    showMarks(found, -1, seen);
    await settleCurrent(typed);
    if (pendingStep !== null) {
      const by = pendingStep;
      pendingStep = null;
      await goOn(by);
    }
  } catch (thrown) {
    if (mine !== turn) return;
    useFind.setState({ found: null, failure: toFailure(thrown), searching: false, current: -1 });
    hideMarks();
  }
}

/** Sets the current match after a search: the selected one; after typing, the first one after the starting point. */
async function settleCurrent(typed: boolean): Promise<void> {
  const { found } = find();
  const { scene } = desk();
  if (found === null) return;
  if (typed && anchor !== null && anchor.scene === scene) {
    const { from } = anchor;
    const here = found.hits.findIndex((hit) => hit.scene === scene && hit.range.start >= from);
    const index = here >= 0 ? here : found.hits.findIndex((hit) => hit.scene === scene);
    setCurrent(index);
    const hit = found.hits[index];
    if (hit !== undefined) await reveal(hit, index, false);
    return;
  }
  const place = await placeNow();
  setCurrent(place?.selected ? place.before : -1);
}

/** The number of matches before the caret, and whether the next one is selected. */
async function placeNow(): Promise<{ before: number; selected: boolean } | null> {
  const { scene } = desk();
  const writing = scene === null ? null : (openScene(scene)?.writing ?? null);
  const tree = await outline();
  const { found } = find();
  if (scene === null || writing === null || found === null) return null;
  const { count, selected } = beforeSelection(writing);
  return { before: hitsBefore(tree, found.hits, scene) + count, selected };
}

function setCurrent(current: number): void {
  useFind.setState({ current });
  showMarks(find().found, current, seen);
}

/** Searches after a debounce. */
export function searchSoon(typed: boolean, pace: number = QUERY_DEBOUNCE): void {
  // While an input method is composing, the field does not hold the query yet.
  if (composing) return;
  clearTimeout(timer);
  if (find().query === "") return void search(typed);
  // A pending query is not delayed by changing texts.
  const kind = typed || waiting === "typed" ? "typed" : "texts";
  waiting = kind;
  timer = setTimeout(() => void search(kind === "typed"), kind === "typed" ? QUERY_DEBOUNCE : pace);
}

/** Sets the query. */
export function setQuery(query: string): void {
  useFind.setState({ query });
  searchSoon(true);
}

/** The query field starts or ends a composition. */
export function setComposing(now: boolean): void {
  composing = now;
  if (!now) searchSoon(true);
}

/** Recalls a recent query. */
export function recallQuery(by: 1 | -1): boolean {
  const query = recall(find().query, by);
  if (query !== null) setQuery(query);
  return query !== null;
}

/** Sets the caret as the starting point of a query. */
export function setAnchor(): void {
  const { scene } = desk();
  const writing = scene === null ? undefined : openScene(scene)?.writing;
  anchor = scene === null || writing == null ? null : { scene, from: startOf(writing) };
}

function startOf(writing: NonNullable<NonNullable<ReturnType<typeof openScene>>["writing"]>): number {
  const { doc } = writing.view.state;
  const { from } = writing.selection();
  return [...doc.sliceString(0, from)].length;
}

/** Goes to a match. */
export function goToHit(index: number, focus: boolean): void {
  const hit = find().found?.hits[index];
  if (hit === undefined) return;
  remember(find().query);
  setCurrent(index);
  void reveal(hit, index, focus).then(() => showMarks(find().found, find().current, seen));
}

/** Goes to the next or previous match from the caret; opens the panel if it is closed. */
export async function goOn(by: 1 | -1): Promise<void> {
  if (findDialog() === null) {
    pendingStep = by;
    openFind("scene", false, false);
    return;
  }
  if (waiting !== null || !isAnswered()) {
    const typed = waiting === "typed";
    await search(typed);
    if (typed && find().current >= 0) return;
  }
  const place = await placeNow();
  const { found, current } = find();
  if (found === null) return;
  const next = place === null ? current + by : place.before + (by === -1 ? -1 : place.selected ? 1 : 0);
  goToHit(around(next, found.hits.length), false);
}

/** Keeps the results up to date while the panel is open. Returns a function that stops it. */
export function keepSearching(): () => void {
  setAnchor();
  void search(false);
  const stops = [
    onForgotten((tags) => {
      const scope = findDialog()?.scope;
      if (scope === undefined || !READS["manuscript.find"].some((tag) => tags.includes(tag))) return;
      searchSoon(false, TEXT_DEBOUNCE[scope]);
    }),
    useDesk.subscribe((now, before) => {
      if (now.scene !== before.scene && findDialog()?.scope !== "book") searchSoon(false);
    }),
    useOpenScenes.subscribe((now, before) => {
      // An editor is mounted or unmounted: its marks are set once it is there.
      if (now.status.size !== before.status.size) {
        setTimeout(() => findDialog() && showMarks(find().found, find().current, seen), QUERY_DEBOUNCE);
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    waiting = null;
    turn += 1;
    useFind.setState({ searching: false, found: null, current: -1, failure: null });
    hideMarks();
    seen = new Map();
  };
}
