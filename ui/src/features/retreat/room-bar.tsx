// The bar at the bottom of the room: progress, and the exit.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { useToast } from "@/components/toast";
import { useCounting } from "@/desk/counting";
import { useOpenScenes } from "@/desk/open-scenes";
import { holdBack } from "@/desk/unsaved";
import { leaveRoom, trackScenes, useRoom, written } from "./room";

export function RoomBar({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation("retreat");
  const { show } = useToast();
  const room = useRoom((state) => state.room);
  const status = useOpenScenes((state) => state.status);
  const { rule, unit } = useCounting();
  /** The act to run if the author leaves early; null without a question. */
  const [asking, setAsking] = useState<{ after: () => void } | null>(null);

  useEffect(
    () =>
      useOpenScenes.subscribe((now, last) => {
        const current = useRoom.getState().room;
        if (current !== null) useRoom.setState({ room: trackScenes(current, now.status, last.status, rule) });
      }),
    [rule],
  );

  // The window or the project is about to be closed.
  useEffect(
    () =>
      holdBack((after) => {
        const { room } = useRoom.getState();
        const { status } = useOpenScenes.getState();
        if (room === null || written(room, status, rule) >= room.goal) return false;
        setAsking({ after });
        return true;
      }),
    [rule],
  );

  if (room === null) return null;
  const n = written(room, status, rule);
  const remaining = Math.max(0, room.goal - n);
  const leave = () => {
    setAsking(null);
    leaveRoom();
    show(t(remaining === 0 ? "left.done" : "left.early", { n, context: unit }));
    onLeave();
    asking?.after();
  };
  return (
    <section
      aria-label={t("room.label")}
      className="flex h-9 shrink-0 items-center gap-4 border-t border-line bg-page px-4 text-xs text-subtle"
    >
      <div
        role="progressbar"
        aria-label={t("room.label")}
        aria-valuemin={0}
        aria-valuemax={room.goal}
        aria-valuenow={Math.min(n, room.goal)}
        className="h-1 w-40 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full bg-accent" style={{ width: `${Math.min(100, (n / room.goal) * 100)}%` }} />
      </div>
      <span className="tabular-nums">{t("room.progress", { n, goal: room.goal, context: unit })}</span>
      <span className="flex-1" role="status">
        {remaining === 0 ? t("room.done") : t("room.left", { n: remaining, context: unit })}
      </span>
      {remaining === 0 ? (
        <Button size="sm" variant="primary" onClick={leave}>
          {t("room.leave")}
        </Button>
      ) : (
        <Button size="sm" variant="ghost" onClick={() => setAsking({ after: () => undefined })}>
          {t("room.emergency")}
        </Button>
      )}
      <ConfirmDialog
        open={asking !== null}
        title={t("room.sureTitle")}
        text={t("room.sureText", { n: remaining, context: unit })}
        cancelLabel={t("room.stay")}
        confirmLabel={t("room.sure")}
        onConfirm={leave}
        onCancel={() => setAsking(null)}
      />
    </section>
  );
}
