// Asks how much to write in the room.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { figure } from "@/components/figures";
import { NumberField } from "@/components/number-field";
import { useCounting } from "@/desk/counting";
import { closeDialog, useDesk } from "@/desk/desk";
import { enter } from "./room";

/** The minimum and maximum goal: below the minimum the room would end immediately. */
const MIN_GOAL = 10;
const MAX_GOAL = 20_000;

export function RetreatDialog({ onEnter }: { onEnter: () => void }) {
  const { t } = useTranslation("retreat");
  const open = useDesk(({ dialog }) => dialog?.name === "retreat");
  const { rule, unit } = useCounting();
  const [goal, setGoal] = useState(500);
  const start = () => {
    closeDialog();
    enter(goal, rule);
    onEnter();
  };
  return (
    <Dialog
      open={open}
      onClose={closeDialog}
      size="sm"
      title={t("dialog.title")}
      description={t("dialog.text")}
      onSubmit={start}
      footer={
        <>
          <Button onClick={closeDialog}>{t("dialog.cancel")}</Button>
          <Button variant="primary" type="submit">
            {t("dialog.start")}
          </Button>
        </>
      }
    >
      <NumberField
        label={t("dialog.goal")}
        value={goal}
        onChange={(value) => setGoal(value ?? 500)}
        min={MIN_GOAL}
        max={MAX_GOAL}
        hint={t("dialog.bounds", { least: figure(MIN_GOAL), most: figure(MAX_GOAL), context: unit })}
        step={100}
        unit={t("dialog.unit", { context: unit })}
      />
    </Dialog>
  );
}
