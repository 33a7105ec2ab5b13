// Confirmation before unsaved changes are replaced.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { useDesk } from "@/desk/desk";
import type { PromptEntry } from "@/ipc/types";
import { keyOf, save } from "./acts";
import { discard, useWorkshop } from "./state";

const stay = () => useWorkshop.setState({ asks: null });

function go(): void {
  const { asks } = useWorkshop.getState();
  stay();
  asks?.();
}

export function LeaveDialog({ entry, faulty }: { entry: PromptEntry; faulty: boolean }) {
  const { t } = useTranslation("prompts");
  const open = useWorkshop((state) => state.asks !== null);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    const saved = await save(keyOf(entry), entry.in_use);
    setBusy(false);
    if (saved) go();
    else stay();
  };
  return (
    <Dialog
      open={open}
      busy={busy}
      onClose={stay}
      onSubmit={() => {
        if (!faulty && writable) void keep();
      }}
      title={t("leave.title", { title: entry.title })}
      description={t(faulty ? "leave.faulty" : "leave.text")}
      footerStart={
        <Button
          variant="danger"
          disabled={busy}
          onClick={() => {
            discard();
            go();
          }}
        >
          {t("leave.discard")}
        </Button>
      }
      footer={
        <>
          <Button disabled={busy} onClick={stay}>
            {t("leave.stay")}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={faulty || !writable}>
            {t("leave.save")}
          </Button>
        </>
      }
    />
  );
}
