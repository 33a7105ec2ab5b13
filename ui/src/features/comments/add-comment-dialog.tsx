// Comments on the selected passage, or on the paragraph at the caret.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { TextArea } from "@/components/text-area";
import { closeDialog, type Passage, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import type { CommentColour } from "@/ipc/types";
import { addComment } from "./acts";
import { ColourChoice } from "./colour-choice";
import { Quote } from "./quote";
import { finishes } from "./words-field";

/** Shown when the desk requests it. */
export function AddCommentDialog() {
  const dialog = useDesk((state) => state.dialog);
  return dialog?.name === "add-comment" ? <Adding passage={dialog.passage} /> : null;
}

/** The colour chosen last, for the next comment. */
let lastColour: CommentColour = "yellow";

function Adding({ passage }: { passage: Passage }) {
  const { t } = useTranslation("comments");
  const [text, setText] = useState("");
  const [colour, setColour] = useState(lastColour);
  const { busy, failure, act } = useAct();
  const isMissing = text.trim() === "";
  const add = () => {
    if (isMissing || busy) return;
    void act(async () => {
      await addComment(passage, text.trim(), colour);
      lastColour = colour;
      closeDialog();
    });
  };
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={add}
      title={t("add.title")}
      footerStart={<ColourChoice value={colour} onChange={setColour} />}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={isMissing}>
            {t("add.act")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextArea
          label={t("add.text")}
          hint={t("add.hint")}
          value={text}
          onChange={setText}
          rows={3}
          maxRows={12}
          onKeyDown={(event) => {
            if (!finishes(event)) return;
            event.preventDefault();
            event.stopPropagation();
            add();
          }}
        />
        <Quote label={t("passage")} text={passage.quote} />
        {failure !== null && <FailureState failure={failure} />}
      </div>
    </Dialog>
  );
}
