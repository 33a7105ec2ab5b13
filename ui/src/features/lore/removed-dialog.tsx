// The `removed-lore` dialog: removed entries, which can be restored.
import { Trash2 } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { dayName } from "@/components/days";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { GroupedList } from "@/components/grouped-list";
import { LoadingState } from "@/components/loading-state";
import { useToast } from "@/components/toast";
import { useToday } from "@/components/use-today";
import { closeDialog, showItem, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { RemovedEntry } from "@/ipc/types";
import { signOf } from "./kinds";

export function RemovedLoreDialog() {
  const open = useDesk((state) => state.dialog?.name === "removed-lore");
  return open ? <RemovedLore /> : null;
}

const keyOf = ({ id }: RemovedEntry) => `entry-${id}`;

function RemovedLore() {
  const { t, i18n } = useTranslation("lore");
  const toast = useToast();
  const now = useToday();
  const removed = useAnswer("lore.list_removed", {});
  const writable = useDesk((state) => state.project?.writable ?? false);
  const [chosen, setChosen] = useState<number | null>(null);
  const { busy, failure, act } = useAct();
  const entries = removed.data?.entries ?? [];
  const entry = entries.find(({ id }) => id === chosen) ?? entries[0];
  const groupOf = useCallback(
    ({ removed_at }: RemovedEntry) => (removed_at === null ? null : dayName(removed_at, now, i18n.language)),
    [now, i18n.language],
  );

  const putBack = async (one: RemovedEntry | undefined) => {
    if (one === undefined || !writable || busy) return;
    await act(async () => {
      await call("lore.put_back", { entries: [one.id] });
      toast.show({
        text: t("removed.back", { title: one.title }),
        action: {
          label: t("open"),
          onSelect: () => {
            closeDialog();
            showItem("lore", one.id);
          },
        },
      });
    });
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={t("removed.title")}
      description={t("removed.text")}
      footer={
        <>
          <Button onClick={closeDialog}>{t("components:close")}</Button>
          {writable && entries.length > 0 && (
            <Button variant="primary" busy={busy} onClick={() => void putBack(entry)}>
              {t("removed.putBack")}
            </Button>
          )}
        </>
      }
    >
      {removed.error !== null ? (
        <FailureState failure={removed.error} onRetry={() => void removed.refetch()} />
      ) : removed.data === undefined ? (
        <LoadingState rows={6} />
      ) : entry === undefined ? (
        <EmptyState compact icon={Trash2} title={t("removed.empty")} text={t("removed.emptyText")} />
      ) : (
        <div className="flex flex-col gap-3">
          {failure !== null && <FailureState failure={failure} />}
          <div className="-mx-1.5 flex h-72 flex-col">
            <GroupedList
              className="flex-1"
              label={t("removed.title")}
              entries={entries}
              idOf={keyOf}
              groupOf={groupOf}
              row={(one) => <RemovedRow entry={one} />}
              isChosen={({ id }) => id === entry.id}
              onOpen={({ id }) => setChosen(id)}
              onReach={({ id }) => setChosen(id)}
              onKey={(one, event) => {
                if (event.key !== "Enter") return false;
                void putBack(one);
                return true;
              }}
            />
          </div>
        </div>
      )}
    </Dialog>
  );
}

function RemovedRow({ entry: { title, kind, beginning } }: { entry: RemovedEntry }) {
  const Sign = signOf(kind);
  return (
    <span className="flex h-5 min-w-0 items-center gap-2">
      <Sign size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
      <span className="max-w-3/5 shrink-0 truncate text-sm">{title}</span>
      <span className="min-w-0 truncate text-xs text-faint">{beginning}</span>
    </span>
  );
}
