// Moves a comment to the selection, for one whose passage was deleted or rewritten.
import { TextSelect } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { closeDialog, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { withText } from "@/desk/open-scenes";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { CommentId } from "@/ipc/types";
import { passageHere } from "./passages";
import { Quote } from "./quote";

/** Shown when the desk requests it. */
export function PlaceCommentDialog() {
  const dialog = useDesk((state) => state.dialog);
  return dialog?.name === "place-comment" ? <Placing comment={dialog.comment} /> : null;
}

function Placing({ comment }: { comment: CommentId }) {
  const { t } = useTranslation("comments");
  const [passage] = useState(passageHere);
  const { busy, failure, act } = useAct();
  const place = () => {
    if (passage === null) return;
    void act(async () => {
      await withText(passage.scene, () => call("comments.place", { comment, passage }));
      closeDialog();
      notify({ tone: "success", text: t("place.done") });
    });
  };
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={place}
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
