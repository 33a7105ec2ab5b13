// Waiving a finding: once, for everything like it, or as intended.
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { RadioGroup } from "@/components/radio-group";
import { TextField } from "@/components/text-field";
import { useAct } from "@/desk/use-act";
import type { FindingView, WaiverScope } from "@/ipc/types";
import { waive } from "./acts";

const SCOPES: readonly WaiverScope[] = ["once", "item", "intended"];

interface WaiveFormProps {
  finding: Pick<FindingView, "id">;
  /** The scope that is chosen first. */
  begins?: WaiverScope;
  onClose: () => void;
}

export function WaiveForm({ finding, begins = "once", onClose }: WaiveFormProps) {
  const { t } = useTranslation("findings");
  const [scope, setScope] = useState<WaiverScope>(begins);
  const [reason, setReason] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const { busy, act } = useAct();
  const form = useRef<HTMLFormElement>(null);
  // The button that opened it is gone: focus moves in here.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[role=radio][aria-checked=true]")?.focus();
    form.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  // An intended finding needs a reason: it is the author's word against the rule.
  const isMissing = scope === "intended" && reason.trim() === "";
  return (
    <form
      ref={form}
      aria-label={t("waive.title")}
      className="flex min-w-0 flex-col gap-2.5 rounded-lg border border-line bg-surface-raised p-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (isMissing) return;
        void act(async () => {
          await waive(finding.id, scope, reason.trim());
          onClose();
        });
      }}
    >
      <RadioGroup<WaiverScope>
        label={t("waive.title")}
        value={scope}
        onChange={setScope}
        options={SCOPES.map((value) => ({
          value,
          label: t(`waive.scopes.${value}.label`),
          description: t(`waive.scopes.${value}.text`),
        }))}
      />
      <TextField
        label={t("waive.reason")}
        optional={scope !== "intended"}
        value={reason}
        onChange={setReason}
        error={submitted && isMissing ? t("waive.noReason") : undefined}
      />
      <div className="flex flex-wrap gap-1.5">
        <Button type="submit" size="sm" variant="primary" busy={busy}>
          {t("waive.do")}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {t("waive.cancel")}
        </Button>
      </div>
    </form>
  );
}
