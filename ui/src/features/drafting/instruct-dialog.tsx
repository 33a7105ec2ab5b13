// The `instruct` dialog: an act with the author's instruction, a length, and the number of candidates.
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Dialog } from "@/components/dialog";
import { NumberField } from "@/components/number-field";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import { TextArea } from "@/components/text-area";
import { attempt } from "@/desk/attempt";
import { closeDialog, openDialog, useDesk } from "@/desk/desk";
import { useDraftLength } from "@/desk/draft-length";
import { PROSE_ACTS } from "@/desk/prose-acts";
import { areSecretsAllowed, profileOnce } from "@/desk/sending";
import type { Act, Generate } from "@/ipc/types";
import { canAsk, needsSelection, requestFor } from "./asks";
import { ProfileField } from "./profile-field";
import { begin } from "./session";

const MIN_LENGTH = 10;
/** Maximum length of the instruction in the backend, in visible characters. */
const MAX_LENGTH = 20_000;
const COUNTS = ["1", "2", "3"] as const;

export function InstructDialog() {
  const dialog = useDesk((state) => state.dialog);
  return dialog?.name === "instruct" ? <Instruct first={dialog.act ?? "continue"} /> : null;
}

function Instruct({ first }: { first: Act }) {
  const { t } = useTranslation("drafting");
  const length = useDraftLength();
  const scene = useDesk((state) => state.scene);
  // The selection stays while the dialog is open.
  const [selected] = useState(() => canAsk("rewrite"));
  const [act, setAct] = useState<(typeof PROSE_ACTS)[number]>(
    () => PROSE_ACTS.find((one) => one === first && (selected || !needsSelection(one))) ?? "continue",
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const [instruction, setInstruction] = useState("");
  const [target, setTarget] = useState<number | null>(null);
  const [candidates, setCandidates] = useState<(typeof COUNTS)[number]>("1");
  const [secrets, setSecrets] = useState(() => scene !== null && areSecretsAllowed(scene));

  const [profile, setProfile] = useState(() => (scene === null ? null : profileOnce(scene)));

  const request = (): Generate | null => {
    const base = requestFor(act);
    if (base === null) return null;
    const words = instruction.trim();
    return {
      ...base,
      ...((profile !== null || base.profile != null) && { profile }),
      ...(words !== "" && { instruction: words }),
      ...(target !== null && { target: length.visible(target) }),
      ...(candidates !== "1" && { candidates: Number(candidates) }),
      allow_secrets: secrets,
    };
  };
  const start = () => {
    const generate = request();
    closeDialog();
    if (generate !== null) void attempt(() => begin(generate));
  };
  const preview = () => {
    const generate = request();
    if (generate !== null) openDialog({ name: "preview-sending", request: generate });
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      onSubmit={start}
      initialFocus={field}
      title={t("instruct.title")}
      footerStart={
        <Button variant="ghost" onClick={preview}>
          {t("instruct.preview")}
        </Button>
      }
      footer={
        <>
          <Button onClick={closeDialog}>{t("cancel", { ns: "components" })}</Button>
          <Button type="submit" variant="primary">
            {t("instruct.begin")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={t("instruct.act")}
          hint={selected ? undefined : t("instruct.needsSelection")}
          value={act}
          onChange={setAct}
          options={PROSE_ACTS.map((one) => ({
            value: one,
            label: t(`acts.${one}`),
            disabled: needsSelection(one) && !selected,
          }))}
        />
        <TextArea
          ref={field}
          label={t("instruct.instruction")}
          optional
          rows={4}
          value={instruction}
          onChange={setInstruction}
          placeholder={t("instruct.instructionHint")}
        />
        <div className="grid grid-cols-2 items-start gap-4">
          <NumberField
            label={t("instruct.target")}
            hint={t("instruct.targetHint")}
            value={target}
            onChange={setTarget}
            min={MIN_LENGTH}
            max={Math.floor(MAX_LENGTH / length.visible(1))}
            step={100}
            unit={t("instruct.unit", { context: length.unit })}
          />
          <Segmented
            label={t("instruct.candidates")}
            value={candidates}
            onChange={setCandidates}
            options={COUNTS.map((value) => ({ value, label: value }))}
          />
        </div>
        <ProfileField act={act} value={profile} onChange={setProfile} />
        <Checkbox
          label={t("instruct.secrets")}
          description={t("instruct.secretsHint")}
          checked={secrets}
          onChange={setSecrets}
        />
      </div>
    </Dialog>
  );
}
