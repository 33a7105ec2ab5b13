// What the panel of the search shows and asks for. What stands in the field is asked for after a moment of quiet, and not
// while an input method composes there.
import { create } from "zustand";
import { showTab, useDesk } from "@/desk/desk";
import type { CharRange, OpenedProject, SceneId, SearchFilters, SearchMode } from "@/ipc/types";

/** The sides of the panel. */
export type Side = "words" | "similar" | "duplicates" | "index";

/** What passages are to be like. */
export type Likeness =
  | { of: "passage"; scene: SceneId; range: CharRange; quote: string }
  | { of: "scene"; scene: SceneId };

/** What is set of the filters; a field that is not set is not there. */
export type Filters = Readonly<SearchFilters>;

interface Searching {
  side: Side;
  /** What stands in the field. */
  query: string;
  /** What is asked for. */
  asked: string;
  mode: SearchMode;
  filters: Filters;
  filtersOpen: boolean;
  /** The most hits of an answer. */
  limit: number;
  like: Likeness | null;
  /** The hit that was gone to last, or that the keyboard stands on. */
  active: string | null;
  /** The field of the query shall have the focus. */
  wantsFocus: boolean;
}

/** Hits at first, and each time more are wanted; the backend gives no more than the last. */
export const LIMITS = [50, 100, 200, 500] as const;

/** After a change of the query, ms. */
export const TYPING_PACE = 150;

const FIRST: Searching = {
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

export const useSearching = create<Searching>(() => FIRST);

/** The state outside of React. */
export const searching = () => useSearching.getState();

let timer: ReturnType<typeof setTimeout> | undefined;
let composing = false;

/** Begins again, as for another project. */
export function beginAnew(): void {
  clearTimeout(timer);
  composing = false;
  useSearching.setState(FIRST);
}

const nameOf = (project: OpenedProject | null) =>
  project === null ? null : `${project.folder}/${project.name}`;

// Filters name parts of one project.
useDesk.subscribe(({ project }, { project: before }) => {
  if (nameOf(project) !== nameOf(before)) beginAnew();
});

/** Asks at once for what stands in the field. */
export function askNow(): void {
  clearTimeout(timer);
  const { query, asked } = searching();
  if (query !== asked) useSearching.setState({ asked: query, limit: LIMITS[0], active: null });
}

/** The query is another one. */
export function setQuery(query: string): void {
  useSearching.setState({ query });
  if (composing) return;
  clearTimeout(timer);
  if (query.trim() === "") askNow();
  else timer = setTimeout(askNow, TYPING_PACE);
}

/** The field of the query begins or ends a composition. */
export function setComposing(now: boolean): void {
  composing = now;
  if (!now) setQuery(searching().query);
}

/** Sets a filter; null, an empty list and blanks take it away. */
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

/** Takes all filters away. */
export function clearFilters(): void {
  useSearching.setState({ filters: {}, limit: LIMITS[0], active: null });
}

export function setMode(mode: SearchMode): void {
  useSearching.setState({ mode, limit: LIMITS[0], active: null });
}

/** Asks for more of the same. */
export function wantMore(): void {
  useSearching.setState(({ limit }) => ({ limit: LIMITS.find((next) => next > limit) ?? limit }));
}

/** Shows a side of the panel. */
export function showSide(side: Side): void {
  useSearching.setState({ side });
  showTab("search");
}

/** Shows the search with the keyboard in its field. */
export function showSearch(): void {
  useSearching.setState({ wantsFocus: true });
  showSide("words");
}

/** Looks for what is like something. */
export function lookLike(like: Likeness): void {
  useSearching.setState({ like, limit: LIMITS[0], active: null });
  showSide("similar");
}
