// The timeline with backend data: loads it, and opens and removes events by keyboard. Used in the inspector and in the
// centre.
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { isFocusLost } from "@/components/lost-focus";
import { showItem, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import { removeEvent } from "./acts";
import { eventsInOrder, lanesOf, titlesOf } from "./content";
import { useLooking } from "./store";
import { TimelineView } from "./timeline-view";

interface TimelinePaneProps {
  actions: ReactNode;
}

const open = (id: string) => {
  useLooking.setState({ selected: id });
  showItem("event", Number(id));
};

export function TimelinePane({ actions }: TimelinePaneProps) {
  const { t } = useTranslation("timeline");
  const { data, error, refetch } = useAnswer("timeline.list", {});
  const { order, selected } = useLooking();
  const writable = useDesk((state) => state.project?.writable ?? false);
  const root = useRef<HTMLDivElement>(null);
  const leaving = useRef(false);
  const events = useMemo(() => (data === undefined ? [] : eventsInOrder(data, order)), [data, order]);
  const lanes = useMemo(() => (data === undefined ? [] : lanesOf(data)), [data]);
  const circle = useMemo(() => (data === undefined ? [] : titlesOf(data)), [data]);

  // When the focused row was removed, its neighbour takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows change
  useEffect(() => {
    if (!leaving.current) return;
    leaving.current = false;
    if (!isFocusLost()) return;
    root.current?.querySelector<HTMLElement>('[data-stop="true"]')?.focus();
  }, [events]);

  const onKeyDown = (event: KeyboardEvent) => {
    const onRow = event.target instanceof Element && event.target.getAttribute("role") === "option";
    if (event.key !== "Delete" || !onRow || !writable) return;
    const at = events.findIndex(({ id }) => id === selected);
    const removed = data?.events.find(({ id }) => String(id) === selected);
    if (removed === undefined) return;
    event.preventDefault();
    leaving.current = true;
    void removeEvent(removed);
    useLooking.setState({ selected: (events[at + 1] ?? events[at - 1])?.id ?? null });
  };

  if (error !== null) {
    return (
      <div className="mx-auto w-full max-w-140 p-3">
        <FailureState failure={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <LoadingState rows={10} className="pt-2" />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys bubbling from the rows
    <div ref={root} onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      {circle.length > 0 && (
        <p role="status" className="shrink-0 bg-warning-soft px-3 py-2 text-xs break-words text-warning">
          {t("cycle.text", { titles: [...circle, circle[0]].join(" → ") })}
        </p>
      )}
      <TimelineView
        events={events}
        lanes={lanes}
        order={order}
        selected={selected}
        actions={actions}
        onOrder={(next) => useLooking.setState({ order: next })}
        onSelect={(id) => useLooking.setState({ selected: id })}
        onPress={open}
        onOpen={open}
        className="flex-1"
      />
    </div>
  );
}
