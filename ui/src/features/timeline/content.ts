// Converts the backend's answer to the timeline's view model. Pure.
import type { EntityId, EventView, OutlineView, SceneId, Timeline } from "@/ipc/types";
import type { Lane, Placed, TimelineEvent, TimelineOrder } from "./view-model";

const PLACED: Readonly<Record<EventView["placed_by"], Placed>> = {
  key: "key",
  after: "after",
  date: "date",
  telling: "told",
};

/** Events in telling order; untold ones come last, in story order. */
export function asTold(events: readonly EventView[]): EventView[] {
  return [...events].sort(
    (a, b) => (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY) || 0,
  );
}

/** The view model of a timeline in the chosen order. */
export function eventsInOrder(timeline: Timeline, order: TimelineOrder): TimelineEvent[] {
  const inTellingOrder = asTold(timeline.events);
  const places = new Map<number, number>();
  for (const { id, rank } of inTellingOrder) if (rank !== null) places.set(id, places.size + 1);
  const shown = order === "story" ? timeline.events : inTellingOrder;
  return shown.map((event) => ({
    id: String(event.id),
    title: event.title,
    time: event.time,
    place: event.place,
    participants: event.participants.map(String),
    chapter: event.rank === null ? null : (event.place_told?.chapter_title ?? null),
    told: places.get(event.id) ?? null,
    placed: PLACED[event.placed_by],
    displaced: event.telling ?? "in_order",
  }));
}

/** The lanes, those with most events first. */
export function lanesOf({ participants }: Timeline): Lane[] {
  return participants.map(({ entity, name }) => ({ id: String(entity), name }));
}

/** Titles of the events in a cycle, as far as known. */
export function titlesOf({ events, cycle }: Timeline): string[] {
  const titles = new Map(events.map(({ id, title }) => [id, title]));
  return cycle.flatMap((id) => titles.get(id) ?? []);
}

/** A scene that may tell an event. */
export interface TellingScene {
  scene: SceneId;
  chapter: string;
  /** Its number in the chapter, from 1; null if it is the only one. */
  n: number | null;
  title: string;
}

/** Every scene of the book, in reading order. */
export function scenesOf(outline: OutlineView): TellingScene[] {
  return outline.volumes.flatMap(({ chapters }) =>
    chapters.flatMap(({ title, scenes }) =>
      scenes.map((scene, at) => ({
        scene: scene.id,
        chapter: title,
        n: scenes.length === 1 ? null : at + 1,
        title: scene.title,
      })),
    ),
  );
}

/** The participants by name; ids for those without one. */
export function namesOf(
  participants: readonly EntityId[],
  names: ReadonlyMap<EntityId, string>,
): { names: string[]; nameless: EntityId[] } {
  return {
    names: participants.flatMap((id) => names.get(id) ?? []),
    nameless: participants.filter((id) => !names.has(id)),
  };
}

/** Names as backend references: known people by id, so that renaming keeps them. */
export function refsOf(
  names: readonly string[],
  known: ReadonlyMap<EntityId, string>,
  nameless: readonly EntityId[] = [],
): ({ id: EntityId } | { name: string })[] {
  const ids = new Map([...known].map(([id, name]) => [name, id]));
  const refs = names.map((name) => {
    const id = ids.get(name);
    return id === undefined ? { name } : { id };
  });
  return [...refs, ...nameless.map((id) => ({ id }))];
}
