// Which lanes are shown, and the columns of an event. Pure.
import type { Lane, TimelineEvent } from "./view-model";

/** Lane width in px at the default interface scale, as all sizes here. */
export const LANE = 18;
const MAX_LANES = 28;

/** Below this width in px an event takes three short lines, otherwise two. */
export const WIDE_LAYOUT = 520;

/** px converted to rem, for any interface scale. */
export const rem = (px: number) => `${px / 16}rem`;

/** The number of lanes that leave room for the text, by panel width. */
export function roomForLanes(width: number): number {
  const words = width < WIDE_LAYOUT ? 216 : Math.max(380, width * 0.55);
  return Math.min(MAX_LANES, Math.max(1, Math.floor((width - words) / LANE)));
}

/** The number of events of each participant. */
export function busyness(events: readonly TimelineEvent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { participants } of events) {
    for (const id of new Set(participants)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Busiest first; ties keep the given order. */
export function busiest(lanes: readonly Lane[], counts: ReadonlyMap<string, number>): Lane[] {
  const of = ({ id }: Lane) => counts.get(id) ?? 0;
  return [...lanes].sort((a, b) => of(b) - of(a));
}

export interface ChosenLanes {
  /** In the given lane order, so that none changes sides. */
  shown: readonly Lane[];
  /** The number of hidden lanes with events, or chosen ones. */
  hidden: number;
}

/** The lanes to show: the chosen ones, or else as many of the busiest as fit. */
export function chooseLanes(
  lanes: readonly Lane[],
  counts: ReadonlyMap<string, number>,
  room: number,
  asked: ReadonlySet<string> | null,
): ChosenLanes {
  const candidates = lanes.filter(({ id }) => (asked === null ? (counts.get(id) ?? 0) > 0 : asked.has(id)));
  const chosenIds = new Set(
    busiest(candidates, counts)
      .slice(0, room)
      .map(({ id }) => id),
  );
  return {
    shown: candidates.filter(({ id }) => chosenIds.has(id)),
    hidden: candidates.length - chosenIds.size,
  };
}

/** Events with a chosen participant; all events without a choice. */
export function eventsOf(
  events: readonly TimelineEvent[],
  asked: ReadonlySet<string> | null,
): readonly TimelineEvent[] {
  if (asked === null) return events;
  return events.filter(({ participants }) => participants.some((id) => asked.has(id)));
}

/** The first and last row of a lane. */
export interface Span {
  first: number;
  last: number;
}

/** The span of each lane, in their order; null for one without events. */
export function spansOf(events: readonly TimelineEvent[], lanes: readonly Lane[]): readonly (Span | null)[] {
  const spans = new Map<string, Span>();
  events.forEach(({ participants }, at) => {
    for (const id of participants) {
      const span = spans.get(id);
      if (span === undefined) spans.set(id, { first: at, last: at });
      else span.last = at;
    }
  });
  return lanes.map(({ id }) => spans.get(id) ?? null);
}

export interface Dots {
  /** Lane columns, from left to right. */
  columns: readonly number[];
  /** The number of participants without a visible lane. */
  beyond: number;
}

export function dotsOf(event: TimelineEvent, columnOf: ReadonlyMap<string, number>): Dots {
  const people = [...new Set(event.participants)];
  const columns = people.flatMap((id) => columnOf.get(id) ?? []).sort((a, b) => a - b);
  return { columns, beyond: people.length - columns.length };
}
