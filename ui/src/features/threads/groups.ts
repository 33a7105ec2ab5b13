// Threads in the list: grouped by status, with the details of each row. Pure.
import type { AnchorView, SceneRef, Threads, ThreadView } from "@/ipc/types";

/** The groups in display order. */
export const GROUPS = ["overdue", "open", "partial", "resolved", "abandoned"] as const;
export type Group = (typeof GROUPS)[number];

/** A thread with its row details. */
export interface ThreadRow {
  thread: ThreadView;
  group: Group;
  /** Where it was planted first; null: nowhere in the manuscript. */
  planted: SceneRef | null;
  /** Chapters since it was last planted or partly paid off; null if it does not wait, or was not planted yet. */
  age: number | null;
  payoffs: number;
}

const isInText = (anchor: AnchorView) => !anchor.gone && anchor.place.chapter !== null;

/** Chapters since the last passage that counts, up to the current place. */
function waited({ status, overdue, anchors }: ThreadView, at: SceneRef | null): number | null {
  if (overdue !== null) return overdue.chapters_since;
  const here = at?.chapter_index ?? null;
  if (here === null || (status !== "open" && status !== "partial")) return null;
  const chapters = anchors.flatMap((anchor) => {
    const chapter = anchor.place.chapter_index;
    const counts = isInText(anchor) && anchor.role !== "reminder" && chapter !== null && chapter <= here;
    return counts ? [chapter] : [];
  });
  return chapters.length === 0 ? null : here - Math.max(...chapters);
}

/** The row details of a thread. */
export function rowOf(thread: ThreadView, at: SceneRef | null): ThreadRow {
  const present = thread.anchors.filter(isInText);
  return {
    thread,
    group: thread.overdue === null ? thread.status : "overdue",
    planted: present.find(({ role }) => role === "plant")?.place ?? null,
    age: waited(thread, at),
    payoffs: present.filter(({ role }) => role === "payoff").length,
  };
}

const lateness = ({ thread }: ThreadRow) =>
  thread.overdue === null ? 0 : thread.overdue.chapters_since - thread.overdue.due_after;

/** The rows of all threads by group, the longest overdue first, otherwise in the given order. */
export function rowsOf({ threads, at }: Threads): ThreadRow[] {
  const rows = threads.map((thread) => rowOf(thread, at));
  const rank = ({ group }: ThreadRow) => GROUPS.indexOf(group);
  return rows.sort((a, b) => rank(a) - rank(b) || lateness(b) - lateness(a));
}

/** Rows whose title, description or passages match the filter. */
export function filtered(rows: readonly ThreadRow[], query: string): readonly ThreadRow[] {
  const needle = query.trim().toLocaleLowerCase();
  if (needle === "") return rows;
  const matches = (text: string) => text.toLocaleLowerCase().includes(needle);
  return rows.filter(
    ({ thread }) =>
      matches(thread.title) ||
      matches(thread.description) ||
      thread.anchors.some(({ quote, note }) => matches(quote) || matches(note)),
  );
}

/** The number of rows in each group. */
export function counts(rows: readonly ThreadRow[]): Readonly<Record<Group, number>> {
  const found = { overdue: 0, open: 0, partial: 0, resolved: 0, abandoned: 0 };
  for (const { group } of rows) found[group] += 1;
  return found;
}

/** Whether a thread in its current state accepts a passage of this role. */
export function takes({ status }: ThreadView, role: "plant" | "reminder" | "payoff"): boolean {
  if (role === "reminder") return true;
  if (status === "abandoned") return false;
  return role === "payoff" || status !== "resolved";
}
