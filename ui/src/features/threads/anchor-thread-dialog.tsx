// Adds a passage to an existing thread as a payoff, reminder or plant.
import { Spline } from "lucide-react";
import { type KeyboardEvent, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useWayTo } from "@/app/use-way-to";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { FilterField } from "@/components/filter-field";
import { LoadingState } from "@/components/loading-state";
import { useRovingRows } from "@/components/roving-rows";
import { Segmented } from "@/components/segmented";
import { TextField } from "@/components/text-field";
import { closeDialog, type Dialog as Opened, useDesk } from "@/desk/desk";
import { withText } from "@/desk/open-scenes";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ThreadId } from "@/ipc/types";
import { report } from "./acts";
import { filtered, rowsOf, type ThreadRow, takes } from "./groups";
import { Quote } from "./quote";

type Anchoring = Extract<Opened, { name: "anchor-thread" }>;

/** Shown when the desk requests it. */
export function AnchorThreadDialog() {
  const dialog = useDesk((state) => state.dialog);
  return dialog?.name === "anchor-thread" ? <Anchor key={dialog.role} {...dialog} /> : null;
}

function Anchor({ passage, role, thread: first }: Anchoring) {
  const { t } = useTranslation("threads");
  const wayToPlant = useWayTo("threads.plant");
  const { data, error, refetch } = useAnswer("threads.list", { at: null });
  const rows = useMemo(
    () => (data === undefined ? [] : rowsOf(data).filter(({ thread }) => takes(thread, role))),
    [data, role],
  );
  const [query, setQuery] = useState("");
  const [chosenThread, setChosenThread] = useState<ThreadId | null>(first ?? null);
  const [whole, setWhole] = useState<"whole" | "part">("whole");
  const [note, setNote] = useState("");
  const { busy, failure, act } = useAct();
  const shown = useMemo(() => filtered(rows, query), [rows, query]);
  const chosen = shown.find(({ thread }) => thread.id === chosenThread) ?? shown[0];
  // A paid-off thread accepts further payoffs, and stays paid off.
  const partly = role === "payoff" && whole === "part" && chosen?.thread.status !== "resolved";

  const add = async () => {
    if (chosen === undefined) return;
    const { id, title } = chosen.thread;
    await act(async () => {
      const request = {
        thread: id,
        role,
        passage,
        whole: role === "payoff" ? !partly : null,
        note: note.trim(),
      };
      await withText(passage.scene, () => call("threads.add_anchor", request));
      closeDialog();
      report(partly ? t("attach.partly", { title }) : t(`attach.done.${role}`, { title }), id);
    });
  };

  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void add()}
      title={t(`attach.${role}`)}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={chosen === undefined}>
            {t(`attach.act.${role}`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error !== null ? (
          <FailureState failure={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <LoadingState rows={5} />
        ) : rows.length === 0 ? (
          <EmptyState
            compact
            icon={Spline}
            title={t("attach.none")}
            text={data.threads.length === 0 ? t("attach.noneText", { keys: wayToPlant }) : t("attach.closed")}
          />
        ) : (
          <Choosing
            {...{ rows: shown, query }}
            chosen={chosen?.thread.id ?? null}
            onQuery={setQuery}
            onChoose={setChosenThread}
            onTake={() => void add()}
          />
        )}
        <Quote label={t("edit.passage")} text={passage.quote} />
        {role === "payoff" && chosen !== undefined && chosen.thread.status !== "resolved" && (
          <Segmented
            label={t("attach.whole")}
            value={whole}
            onChange={setWhole}
            options={[
              { value: "whole", label: t("attach.wholeYes") },
              { value: "part", label: t("attach.wholeNo") },
            ]}
          />
        )}
        <TextField label={t("attach.note")} optional value={note} onChange={setNote} />
        {failure !== null && <FailureState failure={failure} />}
      </div>
    </Dialog>
  );
}

interface ChoosingProps {
  rows: readonly ThreadRow[];
  query: string;
  chosen: ThreadId | null;
  onQuery: (query: string) => void;
  onChoose: (thread: ThreadId) => void;
  onTake: () => void;
}

/** The threads to choose from; the arrow keys of the field work too. */
function Choosing({ rows, query, chosen, onQuery, onChoose, onTake }: ChoosingProps) {
  const { t } = useTranslation("threads");
  const stop = Math.max(
    0,
    rows.findIndex(({ thread }) => thread.id === chosen),
  );
  const reach = (at: number) => {
    const row = rows[at];
    if (row !== undefined) onChoose(row.thread.id);
  };
  const { scroller, items, height, scrollTo, onKeyDown } = useRovingRows({
    count: rows.length,
    rowHeight: 32,
    keyOf: useCallback((at) => String(rows[at]?.thread.id ?? at), [rows]),
    stop,
    onReach: reach,
  });
  const onFieldKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const to = Math.min(rows.length - 1, Math.max(0, stop + step));
    reach(to);
    scrollTo(to);
  };
  return (
    <div className="flex flex-col gap-2">
      <FilterField
        label={t("attach.filter")}
        size="md"
        value={query}
        onChange={onQuery}
        onKeyDown={onFieldKey}
      />
      {rows.length === 0 ? (
        <p role="status" className="px-1 text-sm text-subtle">
          {t("nothing.title")}
        </p>
      ) : (
        <div ref={scroller} className="max-h-49 overflow-y-auto rounded-lg border border-line p-0.5">
          <div role="listbox" aria-label={t("attach.choose")} className="relative" style={{ height }}>
            {items.map((item) => {
              const row = rows[item.index];
              if (row === undefined) return null;
              const { thread, group, planted } = row;
              return (
                <div
                  key={item.key}
                  role="option"
                  aria-selected={thread.id === chosen}
                  aria-setsize={rows.length}
                  aria-posinset={item.index + 1}
                  tabIndex={item.index === stop ? 0 : -1}
                  data-stop={item.index === stop}
                  onClick={() => onChoose(thread.id)}
                  onDoubleClick={onTake}
                  onKeyDown={(event) => {
                    if (onKeyDown(event) || event.key !== "Enter") return;
                    event.preventDefault();
                    onTake();
                  }}
                  className={cx(
                    "absolute inset-x-0 top-0 flex items-center gap-2 rounded-md px-2 text-sm -outline-offset-2",
                    thread.id === chosen ? "bg-surface-selected" : "hover:bg-surface-hover",
                  )}
                  style={item.style}
                >
                  <span title={thread.title} className="min-w-0 flex-1 truncate">
                    {thread.title}
                  </span>
                  {planted !== null && (
                    <span className="max-w-2/5 min-w-0 truncate text-xs text-faint">
                      {planted.chapter_title}
                    </span>
                  )}
                  <Badge tone={group === "overdue" ? "warning" : "neutral"}>{t(`statuses.${group}`)}</Badge>
                </div>
              );
            })}
          </div>
        </div>
      )}
    </div>
  );
}
