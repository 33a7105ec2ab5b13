// Asks where to move parts: one filterable list, for books of thousands of chapters.
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useActiveRows } from "@/components/active-rows";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { Dialog } from "@/components/dialog";
import { FilterField } from "@/components/filter-field";
import { OptionList } from "@/components/option-list";
import { rowAfterFieldKey } from "@/components/row-keys";
import type { OutlineView, PartId } from "@/ipc/types";
import { nameOf } from "./acts";
import { type Goal, goalsFor } from "./goals";
import { commonKind } from "./moves";
import { move } from "./moving";

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

const idOf = ({ id }: Goal) => id;

function GoalList({ goals, at, query, onQuery, onChoose, onAct }: GoalListProps) {
  const { t } = useTranslation("binder");
  const list = useActiveRows({
    rows: goals,
    idOf,
    rowHeight: 30,
    at,
    first: at,
    onReach: (goal) => onChoose(goal.id),
    rowAfter: rowAfterFieldKey,
    page: 8,
  });
  return (
    <div className="flex flex-col gap-2">
      <FilterField
        label={t("move.filter")}
        value={query}
        onChange={onQuery}
        onKeyDown={list.onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls={list.listId}
        aria-activedescendant={list.activeId}
      />
      <OptionList
        label={t("move.list")}
        list={list}
        focus="field"
        onPress={(goal) => onChoose(goal.id)}
        onDoublePress={onAct}
        none={t("move.none")}
        className="h-80 rounded-lg border border-line bg-surface"
        optionClass={({ indented }, isActive) =>
          cx(
            "inset-x-0 gap-2 pr-3 text-sm",
            indented ? "pl-6.5" : "pl-3",
            isActive ? "bg-surface-selected" : "hover:bg-surface-hover",
          )
        }
      >
        {(goal) => (
          <>
            <span className={cx("min-w-0 flex-1 truncate", !goal.indented && "font-medium")}>
              {goal.label}
            </span>
            {goal.place === null && <span className="shrink-0 text-xs text-subtle">{t("move.here")}</span>}
          </>
        )}
      </OptionList>
    </div>
  );
}
