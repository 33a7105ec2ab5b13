// Moving parts, one or several; a notice offers to undo it.
import i18next from "i18next";
import { inTurn, outline } from "@/desk/navigation";
import { call } from "@/ipc/host";
import type { OutlineView, PartId } from "@/ipc/types";
import { nameOf, unfoldAbove } from "./acts";
import { type Move, movesTo, stepAll } from "./moves";
import { attempt } from "./notices";
import { inOrder, takeBack, tellOutcome } from "./outcome";
import type { PartPlace } from "./places";
import { keyOf } from "./rows";
import { binder, revealRow } from "./store";
import { knownOutline } from "./target";

const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(`binder:${key}`, { ...values });

/** Whether the focus follows. */
interface Going {
  focus: boolean;
}

/** Moves parts of one kind to a place, counted without them; they keep their order. */
export function move(parts: readonly PartId[], to: PartPlace, focus = false): Promise<boolean> {
  return moving((book) => movesTo(book, parts, to), { focus });
}

/** Moves each part of one kind by one step. */
export function moveStep(parts: readonly PartId[], step: 1 | -1, focus = false): Promise<boolean> {
  return moving((book) => stepAll(book, parts, step), { focus });
}

function moving(plan: (book: OutlineView) => readonly Move[], going: Going): Promise<boolean> {
  return inTurn(() =>
    attempt(async () => {
      const book = await outline();
      const moves = plan(book);
      if (moves.length === 0) return;
      const key = keyToSee(moves);
      const outcome = await inOrder(moves, ({ part, to }, isLast) =>
        applyMoves(book, { part, to }, isLast ? { key, ...going } : null),
      );
      tellOutcome(book, outcome, {
        id: "binder-move",
        text: ([first, ...more]) =>
          first === undefined || more.length > 0
            ? t("notice.movedMany", { n: more.length + 1 })
            : t("notice.moved", { name: nameOf(book, first.part) }),
        undo: (done) => void putBack(done, going),
      });
    }),
  );
}

function putBack(moves: readonly Move[], going: Going): Promise<boolean> {
  return inTurn(() =>
    attempt(async () => {
      const book = await outline();
      const key = keyToSee(moves);
      await takeBack(
        moves,
        ({ part, from }, isLast) => applyMoves(book, { part, to: from }, isLast ? { key, ...going } : null),
        (rest) => void putBack(rest, going),
      );
    }),
  );
}

/** The row to keep visible: the focused one if it is among those that move. */
function keyToSee(moves: readonly Move[]): string {
  const keys = moves.map(({ part }) => keyOf(part));
  const { active } = binder();
  return active !== null && keys.includes(active) ? active : (keys[0] ?? "");
}

async function applyMoves(
  book: OutlineView,
  { part, to }: { part: PartId; to: PartPlace },
  seen: (Going & { key: string }) | null,
): Promise<void> {
  unfoldAbove(book, to);
  if (seen !== null) revealRow({ ...seen, beyond: knownOutline() ?? book });
  await call("manuscript.move", { part, parent: to.parent, at: to.at });
}
