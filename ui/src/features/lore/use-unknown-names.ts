// The names that the author handles in the `unknown-names` dialog, and the acts on them.
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { attempt } from "@/desk/attempt";
import { useSettled } from "@/desk/settled";
import type { CardRow, EnterNames, LoreKind } from "@/ipc/types";
import { enterNames } from "./card-acts";
import { type HintOrder, sortHints } from "./hints-order";
import { useHints } from "./use-hints";

export function useUnknownNames() {
  const { i18n } = useTranslation("lore");
  // Names typed a moment ago are included too.
  const saveState = useSettled();
  const found = useHints(saveState.settled);
  const { hints, progress } = found;
  /** Names handled here; the next answer excludes them. */
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  /** The expanded name. */
  const [open, setOpen] = useState<string | null>(null);
  const [order, setOrder] = useState<HintOrder>("frequency");
  const [busy, setBusy] = useState(false);
  const shown = useMemo(
    () =>
      sortHints(
        (hints?.hints ?? []).filter(({ name }) => !done.has(name)),
        order,
        i18n.language,
      ),
    [hints, done, order, i18n.language],
  );

  /** Marks names as handled, or as open again. */
  const markDone = (names: readonly string[], settled: boolean) => {
    // Expands the next one after a single act.
    const at = names.length === 1 ? shown.findIndex(({ name }) => name === names[0]) : -1;
    const next = settled ? (shown[at + 1]?.name ?? shown[at - 1]?.name ?? null) : (names[0] ?? null);
    setOpen(at >= 0 && open !== null ? next : null);
    setDone(
      (before) =>
        new Set(settled ? [...before, ...names] : [...before].filter((one) => !names.includes(one))),
    );
  };
  /** Runs one act on names; they leave the list. */
  const runAct = (names: readonly string[], request: EnterNames) =>
    void attempt(async () => {
      if (names.length === 0 || busy) return;
      setBusy(true);
      try {
        await enterNames(request, () => markDone(names, false));
        markDone(names, true);
      } finally {
        setBusy(false);
      }
    });
  return {
    hints,
    progress,
    failure: saveState.failure ?? found.failure,
    again: saveState.failure === null ? found.again : saveState.again,
    shown,
    open,
    setOpen,
    order,
    setOrder,
    busy,
    enter: (names: readonly string[], kind: LoreKind) =>
      runAct(names, { cards: names.map((name) => ({ name, kind })) }),
    reject: (names: readonly string[]) => runAct(names, { not_names: [...names] }),
    asOne: (names: readonly string[], name: string) =>
      runAct(names, {
        cards: [{ name, kind: "character", aliases: names.filter((one) => one !== name) }],
      }),
    join: (names: readonly string[], { title }: CardRow) =>
      runAct(names, { cards: [{ name: title, aliases: [...names] }] }),
  };
}

export type UnknownNames = ReturnType<typeof useUnknownNames>;
