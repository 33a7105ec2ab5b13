// What the timeline is drawn from. Plain values, in the order in which they are to be shown.

/** story: as it happens. telling: as it is told. */
export type TimelineOrder = "story" | "telling";

/** How an event found its place in the story: by its time, by what it comes after, or by where it is told. */
export type Placed = "key" | "after" | "date" | "told";

/** Whether an event is told out of the order in which things happen. */
export type Displaced = "in_order" | "flashback" | "flash_forward";

export interface TimelineEvent {
  id: string;
  title: string;
  /** When, in the author's words; may be empty. */
  time: string;
  /** Where; may be empty. */
  place: string;
  /** Ids of lanes; those without a lane are counted and not shown. */
  participants: readonly string[];
  /** The chapter that tells it; null: it is not told yet. */
  chapter: string | null;
  /** Its place among the events that are told, from 1. */
  told: number | null;
  placed: Placed;
  displaced: Displaced;
}

/** Somebody whose way through the story is followed. */
export interface Lane {
  id: string;
  name: string;
}

/** What the author does; whoever shows the timeline answers. */
export interface TimelineActs {
  onSelect: (id: string) => void;
  /** The event itself is wanted. */
  onOpen: (id: string) => void;
  onOrder: (order: TimelineOrder) => void;
}
