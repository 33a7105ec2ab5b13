// Acts made of several backend calls: which succeeded, which did not, and one undo for all.
import i18next from "i18next";
import { toFailure } from "@/ipc/host";
import type { Failure, OutlineView, PartId } from "@/ipc/types";
import { nameOf } from "./acts";
import { notify } from "./notices";

const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(`binder:${key}`, { ...values });

/** The steps that succeeded, in order, and those that did not. */
export interface Outcome<T> {
  done: readonly T[];
  left: readonly T[];
  /** The failure that stopped it. */
  failure: Failure | null;
}

/** Runs steps in order, up to the first failure. */
export async function inOrder<T>(
  steps: readonly T[],
  take: (step: T, isLast: boolean) => Promise<unknown>,
): Promise<Outcome<T>> {
  for (const [at, step] of steps.entries()) {
    try {
      await take(step, at === steps.length - 1);
    } catch (thrown) {
      return { done: steps.slice(0, at), left: steps.slice(at), failure: toFailure(thrown) };
    }
  }
  return { done: steps, left: [], failure: null };
}

interface Telling<T> {
  /** The message for the completed steps. */
  text: (done: readonly T[]) => string;
  undo: (done: readonly T[]) => void;
  id?: string;
}

/** The maximum number of parts named in a notice. */
const MAX_NAMED = 5;

/** Reports what was done, with one undo, and what was not. Throws the failure that stopped it. */
export function tellOutcome<T extends { part: PartId }>(
  book: OutlineView,
  { done, left, failure }: Outcome<T>,
  { text, undo, id }: Telling<T>,
): void {
  if (done.length > 0) {
    const names = left
      .slice(0, MAX_NAMED)
      .map(({ part }) => t("notice.quoted", { name: nameOf(book, part) }));
    if (left.length > names.length) names.push("…");
    notify({
      id,
      text: text(done),
      detail:
        left.length === 0
          ? undefined
          : t("notice.left", { n: left.length, names: names.join(t("notice.comma")) }),
      action: { label: t("undo"), onSelect: () => undo(done) },
    });
  }
  if (failure !== null) throw failure;
}

/** Undoes steps, last first. Steps that could not be undone are reported and can be retried. */
export async function takeBack<T>(
  done: readonly T[],
  back: (step: T, isLast: boolean) => Promise<unknown>,
  again: (rest: readonly T[]) => void,
): Promise<void> {
  const { left, failure } = await inOrder([...done].reverse(), back);
  if (failure === null) return;
  const rest = [...left].reverse();
  if (rest.length < done.length) {
    notify({
      text: t("notice.undoStopped", { n: rest.length }),
      action: { label: t("undo"), onSelect: () => again(rest) },
    });
  }
  throw failure;
}
