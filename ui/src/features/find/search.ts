// Searching: one engine for all scopes, the backend. Its answer is about the texts it had when it was asked; answers
// that come too late are dropped, and a text that is typed on is searched again.
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

/** After a change of the query, ms. */
const TYPING_PACE = 150;
/** After a change of the texts, ms: a book is not searched with every word that is typed. */
const TEXT_PACE = { scene: 300, chapter: 600, book: 1500 } as const;

let timer: ReturnType<typeof setTimeout> | undefined;
/** What waits for the timer: a search for a query that was typed, or for texts that changed. */
let waiting: "typed" | "texts" | null = null;
/** A step to go once the panel that was opened for it has found something. */
let wanted: 1 | -1 | null = null;
/** Grows with every search. */
let turn = 0;
let seen = new Map<SceneId, Seen>();
/** Where the query was begun: searches while it is typed go on from there. */
let anchor: { scene: SceneId; from: number } | null = null;
let composing = false;

/** Where to look; null when there is no such place. */
export async function scopeNow(): Promise<FindScope | null> {
  const scope = findDialog()?.scope;
  if (scope === "book") return "book";
  const { scene } = desk();
  if (scene === null || scope === undefined) return null;
  if (scope === "scene") return { scene };
  const place = locate(await outline(), scene);
  return place === undefined ? null : { chapter: place.chapter.id };
}

/** Searches now. `typed`: the query changed, and the first hit from where it was begun is shown. */
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
    // What cannot be kept now is looked through as it was kept last; its marks are left out where they do not fit.
    await flushAll().catch(() => undefined);
    const scope = await scopeNow();
    if (mine !== turn) return;
    if (scope === null) {
      useFind.setState({ found: null, failure: null, searching: false, current: -1 });
      return;
    }
    const texts = lookAtOpen();
    const sought = soughtNow();
    const found = await call("manuscript.find", { ...patternNow(), scope });
    if (mine !== turn || findDialog() === null) return;
    seen = texts;
    const keys = new Set(found.hits.map(keyOf));
    const leftOut = typed ? new Set<string>() : new Set([...find().leftOut].filter((key) => keys.has(key)));
    useFind.setState({ found, sought, failure: null, searching: false, leftOut });
    showMarks(found, -1, seen);
    await settleCurrent(typed);
    if (wanted !== null) {
      const by = wanted;
      wanted = null;
      await goOn(by);
    }
  } catch (thrown) {
    if (mine !== turn) return;
    useFind.setState({ found: null, failure: toFailure(thrown), searching: false, current: -1 });
    hideMarks();
  }
}

/** The current hit after a search: the selected one; after typing the first one from where the query was begun. */
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

/** How many hits stand before where the author is, and whether the next one is selected. */
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

/** Searches after a moment of quiet. */
export function searchSoon(typed: boolean, pace: number = TYPING_PACE): void {
  // While an input method composes in the field, what stands there is not the query yet.
  if (composing) return;
  clearTimeout(timer);
  if (find().query === "") return void search(typed);
  // A query that waits is not put off by texts that change.
  const kind = typed || waiting === "typed" ? "typed" : "texts";
  waiting = kind;
  timer = setTimeout(() => void search(kind === "typed"), kind === "typed" ? TYPING_PACE : pace);
}

/** The query is another one. */
export function setQuery(query: string): void {
  useFind.setState({ query });
  searchSoon(true);
}

/** The field of the query begins or ends a composition. */
export function setComposing(now: boolean): void {
  composing = now;
  if (!now) searchSoon(true);
}

/** Another query of late in the field. */
export function recallQuery(by: 1 | -1): boolean {
  const query = recall(find().query, by);
  if (query !== null) setQuery(query);
  return query !== null;
}

/** Where the author is, as the place from which a query looks on. */
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

/** Goes to a hit. */
export function goToHit(index: number, focus: boolean): void {
  const hit = find().found?.hits[index];
  if (hit === undefined) return;
  remember(find().query);
  setCurrent(index);
  void reveal(hit, index, focus).then(() => showMarks(find().found, find().current, seen));
}

/** Goes to the next hit, or the one before, from where the author is; opens the panel when it is closed. */
export async function goOn(by: 1 | -1): Promise<void> {
  if (findDialog() === null) {
    wanted = by;
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

/** Keeps what was found as the texts are, as long as the panel is open. Answers with how to stop. */
export function keepSearching(): () => void {
  setAnchor();
  void search(false);
  const stops = [
    onForgotten((tags) => {
      const scope = findDialog()?.scope;
      if (scope === undefined || !READS["manuscript.find"].some((tag) => tags.includes(tag))) return;
      searchSoon(false, TEXT_PACE[scope]);
    }),
    useDesk.subscribe((now, before) => {
      if (now.scene !== before.scene && findDialog()?.scope !== "book") searchSoon(false);
    }),
    useOpenScenes.subscribe((now, before) => {
      // An editor that comes or goes: its marks are set once it is there.
      if (now.status.size !== before.status.size) {
        setTimeout(() => findDialog() && showMarks(find().found, find().current, seen), TYPING_PACE);
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
