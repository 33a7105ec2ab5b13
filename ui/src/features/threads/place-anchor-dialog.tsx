// Places a passage of a thread at the current selection.
import { TextSelect } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { closeDialog, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { goOn, withText } from "@/desk/open-scenes";
import { selectedPassage } from "@/desk/selected-passage";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ThreadAnchorId } from "@/ipc/types";
import { Quote } from "./quote";

/** Shown when the desk requests it. */
export function PlaceAnchorDialog() {
  const dialog = useDesk((state) => state.dialog);
  return dialog?.name === "place-anchor" ? <Placing anchor={dialog.anchor} /> : null;
}

function Placing({ anchor }: { anchor: ThreadAnchorId }) {
  const { t } = useTranslation("threads");
  const [passage] = useState(selectedPassage);
  const { busy, failure, act } = useAct();
  const { data } = useAnswer("threads.list", { at: null });
  const before = data?.threads.flatMap(({ anchors }) => anchors).find(({ id }) => id === anchor);

  const place = async () => {
    if (passage === null) return;
    await act(async () => {
      await withText(passage.scene, () => call("threads.place_anchor", { anchor, passage }));
      if (before !== undefined && before.place.scene !== passage.scene) await goOn(before.place.scene);
      closeDialog();
      notify({ tone: "success", text: t("place.done") });
    });
  };

  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void place()}
      title={t("place.title")}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={passage === null}>
            {t("place.act")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {before !== undefined && <Quote label={t("place.was")} text={before.quote} />}
        {passage === null ? (
          <EmptyState compact icon={TextSelect} title={t("place.none")} text={t("place.noneText")} />
        ) : (
          <Quote label={t("place.now")} text={passage.quote} />
        )}
        {failure !== null && <FailureState failure={failure} />}
      </div>
    </Dialog>
  );
}
