// Which lanes are shown, and where on them an event lies. Pure.
import type { Lane, TimelineEvent } from "./view-model";

/** Width of a lane, in px of an interface at its usual size, as all widths and heights here are. */
export const LANE = 18;
const MOST_LANES = 28;

/** Below this width in px the words of an event stand in three short lines, else in two. */
export const WIDE = 520;

/** The same in an interface of any size. */
export const rem = (px: number) => `${px / 16}rem`;

/** How many lanes leave the words their room: in a narrow panel some, in a wide one more. */
export function roomForLanes(width: number): number {
  const words = width < WIDE ? 216 : Math.max(380, width * 0.55);
  return Math.min(MOST_LANES, Math.max(1, Math.floor((width - words) / LANE)));
}

/** How many events each takes part in. */
export function busyness(events: readonly TimelineEvent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { participants } of events) {
    for (const id of new Set(participants)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Busiest first; equally busy ones as they were given. */
export function busiest(lanes: readonly Lane[], counts: ReadonlyMap<string, number>): Lane[] {
  const of = ({ id }: Lane) => counts.get(id) ?? 0;
  return [...lanes].sort((a, b) => of(b) - of(a));
}

export interface ChosenLanes {
  /** In the order in which lanes were given, so that none changes sides. */
  shown: readonly Lane[];
  /** How many more there are that have events, or were asked for. */
  hidden: number;
}

/** The lanes to show: those asked for, or else the busiest that there is room for. */
export function chooseLanes(
  lanes: readonly Lane[],
  counts: ReadonlyMap<string, number>,
  room: number,
  asked: ReadonlySet<string> | null,
): ChosenLanes {
  const wanted = lanes.filter(({ id }) => (asked === null ? (counts.get(id) ?? 0) > 0 : asked.has(id)));
  const kept = new Set(
    busiest(wanted, counts)
      .slice(0, room)
      .map(({ id }) => id),
  );
  return { shown: wanted.filter(({ id }) => kept.has(id)), hidden: wanted.length - kept.size };
}

/** Events with somebody who was asked for; all when nobody was. */
export function eventsOf(
  events: readonly TimelineEvent[],
  asked: ReadonlySet<string> | null,
): readonly TimelineEvent[] {
  if (asked === null) return events;
  return events.filter(({ participants }) => participants.some((id) => asked.has(id)));
}

/** From which row to which a lane runs. */
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
  /** Places of lanes, from left to right. */
  columns: readonly number[];
  /** How many take part whose lanes are not shown. */
  beyond: number;
}

export function dotsOf(event: TimelineEvent, columnOf: ReadonlyMap<string, number>): Dots {
  const people = [...new Set(event.participants)];
  const columns = people.flatMap((id) => columnOf.get(id) ?? []).sort((a, b) => a - b);
  return { columns, beyond: people.length - columns.length };
}
