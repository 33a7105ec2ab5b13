// Says when changes of a mending wait for the author. Those of a mending that was begun here are shown at once, unless
// the author has gone elsewhere.
import i18next from "i18next";
import { useEffect, useRef } from "react";
import { desk, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { panesNow } from "@/desk/panes";
import { useAnswer } from "@/ipc/queries";
import type { MendingView, MendSessionId } from "@/ipc/types";
import { look, showMending } from "./acts";
import { useMendings } from "./state";

export function MendingsBehind(): null {
  useWaitingNotice();
  useAwaited();
  return null;
}

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`mending:${key}`, values);

/** Whether the author is looking at the findings, or at no other tab. */
const isListInSight = () => desk().tab === "findings" && panesNow().inspector > 0;

function tellWaiting({ id, waiting }: MendingView): void {
  notify({
    id: `mending-${id}`,
    text: say("notice.waiting", { n: waiting }),
    action: { label: say("acts.look"), onSelect: () => void look(id) },
  });
}

/** A notice for a mending that was seen at work and now waits. */
function useWaitingNotice(): void {
  const { data } = useAnswer("mend.list", { open: true });
  const project = useDesk((state) => `${state.project?.folder}/${state.project?.name}`);
  const before = useRef<{ project: string; active: ReadonlySet<MendSessionId> }>({
    project,
    active: new Set(),
  });
  useEffect(() => {
    if (data === undefined) return;
    const { current } = before;
    const active = data.sessions.filter(({ status }) => status === "active").map(({ id }) => id);
    before.current = { project, active: new Set(active) };
    if (current.project !== project) return;
    for (const session of data.sessions) {
      const isNew = current.active.has(session.id) && session.status === "waiting";
      const { awaited, arrived } = useMendings.getState();
      const isOwn = session.id === awaited || session.id === arrived;
      if (isNew && session.waiting > 0 && !isOwn) tellWaiting(session);
    }
  }, [data, project]);
}

/** Shows the changes of the mending that the author has just begun, as soon as its rounds are over. */
function useAwaited(): void {
  const awaited = useMendings((state) => state.awaited);
  // The list changes with every step; the session itself is read with it.
  const { data: list } = useAnswer("mend.list", awaited === null ? null : { open: true });
  const open = list?.sessions.find(({ id }) => id === awaited);
  const isOver = list !== undefined && (open === undefined || open.status !== "active");
  const { data } = useAnswer("mend.show", awaited === null || !isOver ? null : { session: awaited });
  const session = data?.session;
  useEffect(() => {
    if (session === undefined || session.id !== awaited || session.status === "active") return;
    useMendings.setState({ awaited: null, arrived: session.id });
    if (session.status === "failed") {
      return notify({
        id: `mending-${session.id}`,
        tone: "danger",
        text: say("notice.failed"),
        action: { label: say("acts.show"), onSelect: () => showMending(session.id) },
      });
    }
    if (session.status === "abandoned") return;
    if (session.waiting === 0) {
      return notify({
        id: `mending-${session.id}`,
        text: say("notice.nothing"),
        action: { label: say("acts.show"), onSelect: () => showMending(session.id) },
      });
    }
    const isFree = isListInSight() && (desk().shown.mending ?? null) === null;
    if (isFree) void look(session.id, "unasked");
    else tellWaiting(session);
  }, [session, awaited]);
}
