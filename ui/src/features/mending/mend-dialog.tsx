// The `mend` dialog: mends the findings of a scene, a chapter or the book.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FigureField } from "@/components/figure-field";
import { fromMicros, toMicros } from "@/components/money";
import { NumberField } from "@/components/number-field";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import { useDesk } from "@/desk/desk";
import { locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { Cost, MendTarget, OutlineView, SceneId, Severity } from "@/ipc/types";
import { BeginDialog } from "./begin-dialog";
import { MAX_ROUNDS, SEVERITIES, USUAL } from "./policy";
import { useBeginning } from "./use-beginning";

export type Reach = "scene" | "chapter" | "book";

const REACHES: readonly Reach[] = ["scene", "chapter", "book"];

export function MendDialog() {
  const dialog = useDesk((state) => (state.dialog?.name === "mend" ? state.dialog : null));
  return dialog === null ? null : <Open first={dialog.reach} scene={dialog.scene} />;
}

/** What is mended; null if the scene is not in the book. */
function targetOf(reach: Reach, scene: SceneId | null, outline: OutlineView | undefined): MendTarget | null {
  if (reach === "book") return "book";
  if (scene === null) return null;
  if (reach === "scene") return { scene };
  const chapter = outline === undefined ? undefined : locate(outline, scene)?.chapter.id;
  return chapter === undefined ? null : { chapter };
}

function Open({ first, scene }: { first: Reach; scene: SceneId | null }) {
  const { t } = useTranslation("mending");
  const { data: outline } = useAnswer("manuscript.outline", {});
  const [reach, setReach] = useState(first);
  const [rounds, setRounds] = useState(USUAL.count);
  const [least, setLeast] = useState(USUAL.least_severity);
  const [money, setMoney] = useState<Cost | null>(null);
  const policy = { ...USUAL, count: rounds, least_severity: least, money };
  const beginning = useBeginning(targetOf(reach, scene, outline), policy);
  const { fields, price } = beginning;
  const currency = money?.currency ?? price.data?.cost?.currency;
  return (
    <BeginDialog size="lg" title={t("begin.title")} description={t("begin.text")} beginning={beginning}>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <Segmented<Reach>
          label={t("begin.reach.label")}
          value={reach}
          onChange={setReach}
          options={REACHES.map((value) => ({
            value,
            label: t(`begin.reach.${value}`),
            disabled: value !== "book" && scene === null,
          }))}
        />
        <Select<Severity>
          className="w-40"
          label={t("begin.least")}
          value={least}
          onChange={setLeast}
          options={SEVERITIES.map((value) => ({ value, label: t(`findings:least.${value}`) }))}
        />
        <NumberField
          className="w-36"
          label={t("begin.rounds")}
          value={rounds}
          min={1}
          max={MAX_ROUNDS}
          onChange={(next) => setRounds(Math.min(MAX_ROUNDS, Math.max(1, Math.round(next ?? 1))))}
        />
        {fields.by === "model" && currency !== undefined && (
          <FigureField
            className="w-40"
            label={t("begin.money", { currency })}
            value={money === null ? null : fromMicros(money.micros)}
            min={0.01}
            max={1_000_000}
            placeholder={t("begin.unlimited")}
            onKeep={(units) => setMoney(units === null ? null : { currency, micros: toMicros(units) })}
          />
        )}
      </div>
    </BeginDialog>
  );
}
