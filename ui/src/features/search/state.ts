// The state of the search panel. The query is sent after a debounce, and not while an input method is composing.
import { create } from "zustand";
import { showTab, useDesk } from "@/desk/desk";
import type { CharRange, OpenedProject, SceneId, SearchFilters, SearchMode } from "@/ipc/types";

/** The views of the panel. */
export type Side = "words" | "similar" | "duplicates" | "index";

/** The text that passages are compared with. */
export type Likeness =
  | { of: "passage"; scene: SceneId; range: CharRange; quote: string }
  | { of: "scene"; scene: SceneId };

/** The active filters; an unset field is absent. */
export type Filters = Readonly<SearchFilters>;

interface Searching {
  side: Side;
  /** The text in the field. */
  query: string;
  /** The query that was sent. */
  asked: string;
  mode: SearchMode;
  filters: Filters;
  filtersOpen: boolean;
  /** Maximum results of an answer. */
  limit: number;
  like: Likeness | null;
  /** The result opened last, or the focused one. */
  active: string | null;
  /** Whether the query field should be focused. */
  wantsFocus: boolean;
}

/** The initial limit and its extensions; the last is the backend's maximum. */
export const LIMITS = [50, 100, 200, 500] as const;

/** Debounce after a change of the query, ms. */
export const QUERY_DEBOUNCE = 150;

const INITIAL: Searching = {
  side: "words",
  query: "",
  asked: "",
  mode: "hybrid",
  filters: {},
  filtersOpen: false,
  limit: LIMITS[0],
  like: null,
  active: null,
  wantsFocus: false,
};

export const useSearching = create<Searching>(() => INITIAL);

/** The state outside of React. */
export const searching = () => useSearching.getState();

let timer: ReturnType<typeof setTimeout> | undefined;
let composing = false;

/** Resets the state, as for another project. */
export function resetSearch(): void {
  clearTimeout(timer);
  composing = false;
  useSearching.setState(INITIAL);
}

const nameOf = (project: OpenedProject | null) =>
  project === null ? null : `${project.folder}/${project.name}`;

// Filters refer to parts of one project.
useDesk.subscribe(({ project }, { project: before }) => {
  if (nameOf(project) !== nameOf(before)) resetSearch();
});

/** Sends the query immediately. */
export function askNow(): void {
  clearTimeout(timer);
  const { query, asked } = searching();
  if (query !== asked) useSearching.setState({ asked: query, limit: LIMITS[0], active: null });
}

/** Sets the query. */
export function setQuery(query: string): void {
  useSearching.setState({ query });
  if (composing) return;
  clearTimeout(timer);
  if (query.trim() === "") askNow();
  else timer = setTimeout(askNow, QUERY_DEBOUNCE);
}

/** The query field starts or ends a composition. */
export function setComposing(now: boolean): void {
  composing = now;
  if (!now) setQuery(searching().query);
}

/** Sets a filter; null, an empty list and blanks remove it. */
export function setFilter<K extends keyof SearchFilters>(name: K, value: SearchFilters[K]): void {
  useSearching.setState(({ filters: { [name]: _, ...others } }) => ({
    filters: isSet(value) ? { ...others, [name]: value } : others,
    limit: LIMITS[0],
    active: null,
  }));
}

function isSet(value: SearchFilters[keyof SearchFilters]): boolean {
  if (value == null) return false;
  return typeof value === "number" || (typeof value === "string" ? value.trim() !== "" : value.length > 0);
}

/** Removes all filters. */
export function clearFilters(): void {
  useSearching.setState({ filters: {}, limit: LIMITS[0], active: null });
}

export function setMode(mode: SearchMode): void {
  useSearching.setState({ mode, limit: LIMITS[0], active: null });
}

/** Requests more results. */
export function showMore(): void {
  useSearching.setState(({ limit }) => ({ limit: LIMITS.find((next) => next > limit) ?? limit }));
}

/** Shows a view of the panel. */
export function showSide(side: Side): void {
  useSearching.setState({ side });
  showTab("search");
}

/** Shows the search and focuses its field. */
export function showSearch(): void {
  useSearching.setState({ wantsFocus: true });
  showSide("words");
}

/** Finds passages similar to a text. */
export function lookLike(like: Likeness): void {
  useSearching.setState({ like, limit: LIMITS[0], active: null });
  showSide("similar");
}
