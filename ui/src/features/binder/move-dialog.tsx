// Asks where to move parts: one filterable list, for books of thousands of chapters.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { Dialog } from "@/components/dialog";
import { FilterField } from "@/components/filter-field";
import { useScaled } from "@/desk/scaled";
import type { OutlineView, PartId } from "@/ipc/types";
import { nameOf } from "./acts";
import { type Goal, goalsFor } from "./goals";
import { commonKind } from "./moves";
import { move } from "./moving";

const ROW = 30;

export interface MoveDialogProps {
  outline: OutlineView;
  /** All of one kind. */
  parts: readonly PartId[];
  onClose: () => void;
}

export function MoveDialog({ outline, parts, onClose }: MoveDialogProps) {
  const { t } = useTranslation("binder");
  const [query, setQuery] = useState("");
  const needle = useDeferredValue(query.trim().toLowerCase());
  const kind = commonKind(parts) ?? "chapter";
  const goals = useMemo(
    () =>
      goalsFor(outline, parts, {
        top: t("move.top"),
        startOf: (title) => t("move.startOf", { title }),
        volume: t("untitled.volume"),
        chapter: t("untitled.chapter"),
      }),
    [outline, parts, t],
  );
  const shown = useMemo(
    () => (needle === "" ? goals : goals.filter((goal) => goal.label.toLowerCase().includes(needle))),
    [goals, needle],
  );
  const here = shown.findIndex((goal) => goal.place === null);
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(0, chosen === null ? here : shown.findIndex((goal) => goal.id === chosen));
  const goal = shown[at];
  const act = (to: Goal | undefined) => {
    if (to === undefined || to.place === null) return;
    onClose();
    void move(parts, to.place);
  };
  const [first, ...more] = parts;
  const title =
    first === undefined || more.length > 0
      ? t("move.titleMany", { n: parts.length })
      : t("move.title", { name: nameOf(outline, first) });
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      onSubmit={() => act(goal)}
      title={title}
      description={t(`move.${kind}`)}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" variant="primary" disabled={goal === undefined || goal.place === null}>
            {t("move.act")}
          </Button>
        </>
      }
    >
      <GoalList goals={shown} at={at} onChoose={setChosen} onAct={act} query={query} onQuery={setQuery} />
    </Dialog>
  );
}

interface GoalListProps {
  goals: readonly Goal[];
  at: number;
  query: string;
  onQuery: (query: string) => void;
  onChoose: (id: string) => void;
  onAct: (goal: Goal | undefined) => void;
}

function GoalList({ goals, at, query, onQuery, onChoose, onAct }: GoalListProps) {
  const { t } = useTranslation("binder");
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const height = useScaled(ROW);
  const virtual = useVirtualizer({
    count: goals.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 8,
    initialOffset: Math.max(0, at * height - 120),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(goals.length - 1, Math.max(0, at + step));
    const goal = goals[next];
    if (goal === undefined) return;
    onChoose(goal.id);
    virtual.scrollToIndex(next, { align: "auto" });
  };
  return (
    <div className="flex flex-col gap-2">
      <FilterField
        label={t("move.filter")}
        value={query}
        onChange={onQuery}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={goals.length === 0 ? undefined : `${id}-${at}`}
      />
      <div
        ref={scroll}
        id={`${id}-list`}
        role="listbox"
        aria-label={t("move.list")}
        tabIndex={-1}
        className="h-80 overflow-y-auto rounded-lg border border-line bg-surface"
      >
        {goals.length === 0 && <p className="px-3 py-6 text-center text-sm text-subtle">{t("move.none")}</p>}
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const goal = goals[index];
            if (goal === undefined) return null;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
              <div
                key={goal.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                aria-setsize={goals.length}
                aria-posinset={index + 1}
                onClick={() => onChoose(goal.id)}
                onDoubleClick={() => onAct(goal)}
                style={{
                  height,
                  transform: `translateY(${start}px)`,
                  paddingLeft: goal.indented ? 26 : 12,
                }}
                className={cx(
                  "absolute inset-x-0 top-0 flex items-center gap-2 pr-3 text-sm",
                  index === at ? "bg-surface-selected" : "hover:bg-surface-hover",
                )}
              >
                <span className={cx("min-w-0 flex-1 truncate", !goal.indented && "font-medium")}>
                  {goal.label}
                </span>
                {goal.place === null && (
                  <span className="shrink-0 text-xs text-subtle">{t("move.here")}</span>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
