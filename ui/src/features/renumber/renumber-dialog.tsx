// Renumbers chapters in order: every title that would change is shown first.
import { ArrowRight, ListOrdered } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState, useFailureWords } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { Segmented } from "@/components/segmented";
import { useToast } from "@/components/toast";
import { VirtualList } from "@/components/virtual-list";
import { closeDialog, useDesk } from "@/desk/desk";
import { call, toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { Failure, Numbering, Renumbered } from "@/ipc/types";

/** Maximum number of titles that can be undone one by one. */
const MAX_UNDOABLE = 500;

/** The `renumber` dialog. */
export function RenumberDialog() {
  const open = useDesk((state) => state.dialog?.name === "renumber");
  return open ? <OpenRenumber /> : null;
}

function OpenRenumber() {
  const { t } = useTranslation("renumber");
  const [numbering, setNumbering] = useState<Numbering>("book");
  const outline = useAnswer("manuscript.outline", {});
  const preview = useAnswer("manuscript.preview_renumber", { numbering });
  const { busy, failure, renumber } = useRenumber();
  const divided = (outline.data?.volumes.length ?? 0) > 1;
  const changes = preview.data?.changes;
  const nothing = changes !== undefined && changes.length === 0;
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => {
        if (nothing) closeDialog();
        else if (changes !== undefined) void renumber(numbering);
      }}
      title={t("title")}
      description={t("text")}
      footerStart={
        changes !== undefined &&
        !nothing && (
          <span role="status" className="text-sm text-subtle tabular-nums">
            {t("changes", { n: figure(changes.length) })}
          </span>
        )
      }
      footer={
        nothing ? (
          <Button type="submit">{t("close")}</Button>
        ) : (
          <>
            <Button onClick={closeDialog} disabled={busy}>
              {t("cancel")}
            </Button>
            <Button type="submit" variant="primary" busy={busy} disabled={changes === undefined}>
              {t("act")}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {divided && (
          <Segmented
            label={t("numbering")}
            value={numbering}
            onChange={setNumbering}
            options={[
              { value: "book", label: t("book") },
              { value: "volume", label: t("volume") },
            ]}
          />
        )}
        {failure !== null && <FailureState failure={failure} />}
        {preview.error !== null ? (
          <FailureState failure={preview.error} onRetry={() => void preview.refetch()} />
        ) : changes === undefined ? (
          <LoadingState rows={6} className="h-72" />
        ) : nothing ? (
          <EmptyState
            icon={ListOrdered}
            title={t("nothing.title")}
            text={t("nothing.text")}
            className="h-72"
          />
        ) : (
          <Changes key={numbering} changes={changes} />
        )}
      </div>
    </Dialog>
  );
}

function useRenumber() {
  const { t } = useTranslation("renumber");
  const toast = useToast();
  const words = useFailureWords();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const undo = async (changes: readonly Renumbered[]) => {
    try {
      for (const { chapter, from } of changes) {
        await call("manuscript.rename", { part: { chapter }, title: from });
      }
    } catch (thrown) {
      const { title, safe, todo } = words(toFailure(thrown));
      toast.show({ tone: "danger", text: title, detail: safe + todo });
    }
  };
  const renumber = async (numbering: Numbering) => {
    setBusy(true);
    setFailure(null);
    try {
      const { changes } = await call("manuscript.renumber", { numbering });
      closeDialog();
      toast.show({
        text: t("done", { n: figure(changes.length) }),
        tone: "success",
        action:
          changes.length === 0 || changes.length > MAX_UNDOABLE
            ? undefined
            : { label: t("undo"), onSelect: () => void undo(changes) },
      });
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
    setBusy(false);
  };
  return { busy, failure, renumber };
}

const PADDING = { start: 4, end: 4 };
const idOf = ({ chapter }: Renumbered) => String(chapter);

function Changes({ changes }: { changes: readonly Renumbered[] }) {
  const { t } = useTranslation("renumber");
  return (
    <VirtualList
      as="ol"
      label={t("list")}
      rows={changes}
      idOf={idOf}
      rowHeight={30}
      padding={PADDING}
      className="h-72 bg-surface"
      rowClass="grid grid-cols-[1fr_auto_1fr] items-center gap-2.5 px-3 text-sm"
    >
      {(change) => (
        <>
          <span className="truncate text-subtle" title={change.from}>
            {change.from}
          </span>
          <ArrowRight
            size={14}
            strokeWidth={1.75}
            role="img"
            aria-label={t("becomes")}
            className="text-faint"
          />
          <span className="truncate" title={change.to}>
            {change.to}
          </span>
        </>
      )}
    </VirtualList>
  );
}
