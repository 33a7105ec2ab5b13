// The status of a thread, how long it has waited, and acts that change its state without a passage.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge, type BadgeTone } from "@/components/badge";
import { Button } from "@/components/button";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { TextField } from "@/components/text-field";
import type { SceneRef, ThreadAct, ThreadView } from "@/ipc/types";
import { act } from "./acts";
import { type Group, rowOf } from "./groups";

const TONES: Readonly<Record<Group, BadgeTone>> = {
  overdue: "warning",
  open: "neutral",
  partial: "accent",
  resolved: "success",
  abandoned: "neutral",
};

interface StatusLineProps {
  thread: ThreadView;
  at: SceneRef | null;
  writable: boolean;
}

export function StatusLine({ thread, at, writable }: StatusLineProps) {
  const { t } = useTranslation("threads");
  const [giving, setGiving] = useState(false);
  const { group, age } = rowOf(thread, at);
  const waits = thread.status === "open" || thread.status === "partial";
  const simple = (id: "payOff" | "payOffPartly" | "reopen", what: ThreadAct): MenuEntry => ({
    id,
    label: t(`acts.${id}`),
    onSelect: () => void act(thread.id, what),
  });
  const items: MenuEntry[] = waits
    ? [
        simple("payOff", "pay_off"),
        ...(thread.status === "open" ? [simple("payOffPartly", "pay_off_partly")] : []),
        { kind: "separator", id: "line" },
        { id: "abandon", label: t("acts.abandon"), onSelect: () => setGiving(true) },
      ]
    : [simple("reopen", "reopen")];
  const chapter = at?.chapter_title ?? "";
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={TONES[group]}>{t(`statuses.${group}`)}</Badge>
        {thread.overdue !== null && thread.status === "partial" && (
          <Badge tone={TONES.partial}>{t("statuses.partial")}</Badge>
        )}
        {writable && !giving && (
          <div className="ml-auto">
            <Menu
              align="end"
              trigger={
                <Button size="sm" variant="secondary">
                  {t("detail.status")}
                </Button>
              }
              items={items}
            />
          </div>
        )}
      </div>
      {thread.overdue !== null ? (
        <p className="text-xs break-words text-warning">
          {t("detail.lateText", { chapter, n: thread.overdue.chapters_since, due: thread.overdue.due_after })}
        </p>
      ) : (
        age !== null && (
          <p className="text-xs break-words text-subtle">{t("detail.waitText", { chapter, n: age })}</p>
        )
      )}
      {thread.reason !== "" && (
        <p className="text-xs break-words text-subtle">{t("detail.reason", { reason: thread.reason })}</p>
      )}
      {giving && <GivingUp thread={thread} onDone={() => setGiving(false)} />}
    </div>
  );
}

function GivingUp({ thread, onDone }: { thread: ThreadView; onDone: () => void }) {
  const { t } = useTranslation("threads");
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const give = async () => {
    setBusy(true);
    const done = await act(thread.id, "abandon", reason.trim());
    setBusy(false);
    if (done !== undefined) onDone();
  };
  return (
    <form
      className="flex flex-col gap-2 rounded-lg bg-surface-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void give();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onDone();
      }}
    >
      <TextField
        label={t("acts.reason")}
        optional
        autoFocus
        value={reason}
        onChange={setReason}
        placeholder={t("acts.reasonHint")}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onDone}>
          {t("cancel", { ns: "components" })}
        </Button>
        <Button size="sm" type="submit" busy={busy}>
          {t("acts.abandonNow")}
        </Button>
      </div>
    </form>
  );
}
