// The inspector's tab 批注: the comments of the open scene, its chapter, or the book.
import { MessageSquareText } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useWayTo } from "@/app/use-way-to";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";
import { LoadingState } from "@/components/loading-state";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import { useDesk } from "@/desk/desk";
import { locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { CommentColour, CommentId, Comments, CommentView } from "@/ipc/types";
import { CommentList } from "./comment-list";
import { COLOURS, countsOf, filtered, keyOf, nameOf, STATES, stateOf, writersOf } from "./listed";
import { type Filter, type ListedState, type Reach, useCommentsView } from "./store";

const REACHES: readonly Reach[] = ["scene", "chapter", "book"];
const NOTHING: readonly CommentView[] = [];

export function CommentsTab() {
  const { t } = useTranslation("comments");
  const view = useCommentsView();
  const scene = useDesk((state) => state.scene);
  const { data: outline, error: noOutline, refetch: readOutline } = useAnswer("manuscript.outline", {});
  const chapter = outline === undefined || scene === null ? undefined : locate(outline, scene)?.chapter.id;
  const where =
    view.reach === "book"
      ? {}
      : scene === null
        ? null
        : view.reach === "scene"
          ? { scene }
          : chapter === undefined
            ? null
            : { chapter };
  // Removed comments are a list of their own.
  const question = where !== null && view.state === "removed" ? { ...where, removed: true } : where;
  const answer = useAnswer("comments.list", question);
  // The previous answer stays visible until the next one for the same request.
  const last = useRef<{ question: string; data: Comments } | null>(null);
  const key = JSON.stringify(question);
  if (answer.data !== undefined) last.current = { question: key, data: answer.data };
  const data = answer.data ?? (last.current?.question === key ? last.current.data : undefined);
  const all = data?.comments ?? NOTHING;
  // The counts are those of everything else that the filter admits.
  const ofAnyState = useMemo(
    () => filtered(all, { ...view, state: null }, (by) => nameOf(by, t)),
    [all, view, t],
  );
  const listed = useListed(all, ofAnyState, view);
  const shown = useDesk((state) => state.shown.comment ?? null);
  const isElsewhere = view.state === "removed" && shown !== null && !all.some(({ id }) => id === shown);
  // One that is shown from the text is not among the removed ones.
  useEffect(() => {
    if (isElsewhere && data !== undefined) useCommentsView.setState({ state: null });
  }, [isElsewhere, data]);
  const error = noOutline ?? answer.error;
  return (
    <section aria-label={t("list")} className="flex h-full min-h-0 flex-col">
      <Head all={all} counted={ofAnyState} hasScene={scene !== null} />
      {question === null && (outline !== undefined || scene === null) ? (
        <EmptyState compact icon={MessageSquareText} title={t("none.scene")} className="pt-8" />
      ) : data !== undefined ? (
        listed.length > 0 ? (
          <CommentList reach={view.reach} comments={listed} />
        ) : (
          <Instead all={data} />
        )
      ) : error !== null ? (
        <div className="p-3">
          <FailureState
            failure={error}
            title={t("failed")}
            onRetry={() => void (noOutline === null ? answer.refetch() : readOutline())}
          />
        </div>
      ) : (
        <LoadingState rows={8} className="pt-2" />
      )}
    </section>
  );
}

/**
 * The listed comments: those that the filter admits, and the shown one until another filter hides it, unless it is
 * being written in. So a comment that is marked as done while it is open can be reopened. What the filter hides is
 * closed.
 */
function useListed(
  all: readonly CommentView[],
  ofAnyState: readonly CommentView[],
  { state, writer, colour, query, writing }: Filter & { writing: string | null },
): readonly CommentView[] {
  const shown = useDesk((desk) => desk.shown.comment ?? null);
  const filter = JSON.stringify([state, writer, colour, query]);
  const asked = useRef<{ shown: CommentId | null; filter: string }>({ shown: null, filter });
  if (asked.current.shown !== shown) asked.current = { shown, filter };
  const admitted = ofAnyState.filter((comment) => state === null || stateOf(comment) === state);
  const isAdmitted = admitted.some(({ id }) => id === shown);
  const stays = writing !== null || asked.current.filter === filter;
  const leaves = !isAdmitted && !stays && all.some(({ id }) => id === shown);
  useEffect(() => {
    if (leaves) useDesk.setState((desk) => ({ shown: { ...desk.shown, comment: null } }));
  }, [leaves]);
  if (isAdmitted || !stays) return admitted;
  const among = new Set(admitted);
  return all.filter((comment) => comment.id === shown || among.has(comment));
}

const ALL = "all";

interface HeadProps {
  all: readonly CommentView[];
  /** The comments to be counted. */
  counted: readonly CommentView[];
  hasScene: boolean;
}

function Head({ all, counted, hasScene }: HeadProps) {
  const { t } = useTranslation("comments");
  const { reach, state, writer, colour, query } = useCommentsView();
  const writers = useMemo(() => writersOf(all), [all]);
  const counts = countsOf(counted);
  const set = (change: Partial<Filter>) => useCommentsView.setState(change);
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line px-3 py-2">
      <Segmented
        label={t("reach.label")}
        hideLabel
        value={reach}
        onChange={(next) => useCommentsView.setState({ reach: next })}
        options={REACHES.map((value) => ({
          value,
          label: t(`reach.${value}`),
          disabled: value !== "book" && !hasScene,
        }))}
      />
      <FilterField label={t("filter")} value={query} onChange={(next) => set({ query: next })} />
      <div className="grid grid-cols-2 gap-1.5">
        <Select<ListedState | typeof ALL>
          size="sm"
          label={t("state")}
          hideLabel
          value={state ?? ALL}
          onChange={(next) => {
            if (next === "removed") useDesk.setState(({ shown }) => ({ shown: { ...shown, comment: null } }));
            set({ state: next === ALL ? null : next });
          }}
          options={[
            { value: ALL, label: t("all.state") },
            ...STATES.map((value) => ({ value, label: t(`states.${value}`) })),
          ]}
        />
        <Select<CommentColour | typeof ALL>
          size="sm"
          label={t("colour")}
          hideLabel
          value={colour ?? ALL}
          onChange={(next) => set({ colour: next === ALL ? null : next })}
          options={[
            { value: ALL, label: t("all.colour") },
            ...COLOURS.map((value) => ({ value, label: t(`colours.${value}`) })),
          ]}
        />
        {(writers.length > 1 || writer !== null) && (
          <Select
            className="col-span-2"
            size="sm"
            label={t("writer")}
            hideLabel
            value={writer ?? ALL}
            onChange={(next) => set({ writer: next === ALL ? null : next })}
            options={[
              { value: ALL, label: t("all.writer") },
              ...writers.map((by) => ({ value: keyOf(by), label: nameOf(by, t) })),
            ]}
          />
        )}
      </div>
      {all.length > 0 && (
        <p role="status" className="text-xs text-faint tabular-nums">
          {state === null
            ? t(counts.unprinted === 0 ? "count" : "countUnprinted", {
                open: figure(counts.open),
                done: figure(counts.done),
                unprinted: figure(counts.unprinted),
              })
            : t(`countOf.${state}`, { n: figure(counts[state]) })}
        </p>
      )}
    </div>
  );
}

/** The empty state. */
function Instead({ all }: { all: Comments }) {
  const { t } = useTranslation("comments");
  const { reach, state } = useCommentsView();
  const wayToAdd = useWayTo("comments.add");
  if (all.comments.length > 0) {
    return (
      <EmptyState
        compact
        icon={MessageSquareText}
        title={t("none.filtered")}
        action={
          <Button
            size="sm"
            onClick={() => useCommentsView.setState({ state: null, writer: null, colour: null, query: "" })}
          >
            {t("none.all")}
          </Button>
        }
        className="pt-8"
      />
    );
  }
  if (state === "removed")
    return <EmptyState compact icon={MessageSquareText} title={t("none.removed")} className="pt-8" />;
  return (
    <EmptyState
      compact
      icon={MessageSquareText}
      title={t(`none.${reach}`)}
      text={t("none.text", { keys: wayToAdd })}
      className="pt-8"
    />
  );
}
