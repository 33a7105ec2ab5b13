// The sample timeline as a backend answer.
import type { EventView, Timeline } from "@/ipc/types";
import { ferryYears } from "./sample";

type Say = (zh: string, en: string) => string;

export function eventView(id: number, title: string, change: Partial<EventView> = {}): EventView {
  return {
    id,
    title,
    description: "",
    time: "",
    key: null,
    after: [],
    place: "",
    participants: [],
    scene: null,
    placed_by: "key",
    telling: null,
    place_told: null,
    rank: null,
    ...change,
  };
}

/** A ferry, a flood and a ledger. */
export function sampleAnswer(say: Say): Timeline {
  const { events, lanes } = ferryYears(say);
  const ids = new Map(lanes.map(({ id }, at) => [id, at + 1]));
  const views = events.map((event, at): EventView => {
    const { told, chapter } = event;
    const place =
      told === null || chapter === null
        ? null
        : { scene: told, chapter: told, chapter_index: told - 1, chapter_title: chapter };
    return eventView(Number(event.id), event.title, {
      time: event.time,
      place: event.place,
      participants: event.participants.flatMap((id) => ids.get(id) ?? []),
      scene: place?.scene ?? null,
      place_told: place,
      rank: told === null ? null : told - 1,
      placed_by: event.placed === "told" ? "telling" : event.placed,
      telling: told === null ? null : event.displaced,
      key: event.placed === "key" && event.time !== "" ? `${at}-1` : null,
      after: event.placed === "after" ? [5] : [],
    });
  });
  const participants = lanes.map(({ name }, at) => ({
    entity: at + 1,
    name,
    events: views.filter((view) => view.participants.includes(at + 1)).length,
  }));
  return { events: views, participants, cycle: [] };
}
