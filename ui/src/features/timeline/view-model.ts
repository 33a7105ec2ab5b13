// The view model of the timeline. Plain values, in display order.

/** story: as it happens. telling: as it is told. */
export type TimelineOrder = "story" | "telling";

/** What determined an event's place in the story: its time, its predecessors, or where it is told. */
export type Placed = "key" | "after" | "date" | "told";

/** Whether an event is told out of story order. */
export type Displaced = "in_order" | "flashback" | "flash_forward";

export interface TimelineEvent {
  id: string;
  title: string;
  /** The time in the author's words; may be empty. */
  time: string;
  /** The place; may be empty. */
  place: string;
  /** Lane ids; participants without a lane are only counted. */
  participants: readonly string[];
  /** The chapter that tells it; null: it is not told yet. */
  chapter: string | null;
  /** Its position among the told events, from 1. */
  told: number | null;
  placed: Placed;
  displaced: Displaced;
}

/** A character with a lane. */
export interface Lane {
  id: string;
  name: string;
}

/** Events of the timeline, handled by its owner. */
export interface TimelineActs {
  onSelect: (id: string) => void;
  /** Open an event. */
  onOpen: (id: string) => void;
  onOrder: (order: TimelineOrder) => void;
}
