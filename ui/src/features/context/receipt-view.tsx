// One generation: what was sent, what was received, and the decision. It can be compared with another one.
import { Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { momentWithin } from "@/components/days";
import { DetailPane } from "@/components/detail-pane";
import { Disclosure } from "@/components/disclosure";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { useLocalized } from "@/components/localized";
import { Menu } from "@/components/menu";
import { useToday } from "@/components/use-today";
import { showGeneration, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { GenerationCard, GenerationId, GenerationView } from "@/ipc/types";
import { acceptWhole, canBeAccepted, copy, copyReport, dismiss, saveReport } from "./acts";
import { CameAbout, useLetters } from "./came-about";
import { CompareReceipts } from "./compare-receipts";
import { CompareWith } from "./compare-with";
import { Facts, isGone, useLeft } from "./facts";
import { marked } from "./pieces";
import { Sent } from "./pieces-view";
import { ReceiptParts } from "./receipt-parts";

interface ReceiptViewProps {
  id: GenerationId;
  onBack: () => void;
}

export function ReceiptView({ id, onBack }: ReceiptViewProps) {
  const { t, i18n } = useTranslation("context");
  const { data, error, refetch } = useAnswer("generation.get", { generation: id });
  const other = useDesk(({ shown }) => shown.generationBeside ?? null);
  const now = useToday();
  const setOther = (generationBeside: GenerationId | null) =>
    useDesk.setState(({ shown }) => ({ shown: { ...shown, generationBeside } }));
  const back = () => (other === null ? onBack() : setOther(null));
  const generation = data?.generation;
  const name =
    generation === undefined
      ? t("receipt")
      : t("of", {
          act: t(`acts.${generation.act}`),
          when: momentWithin(generation.created_at, now, i18n.language),
        });
  return (
    <DetailPane
      title={other === null ? name : t("compare.title")}
      backLabel={other === null ? undefined : t("backToReceipt")}
      onBack={back}
      actions={
        generation !== undefined &&
        other === null && (
          <Menu
            align="end"
            trigger={<IconButton icon={Ellipsis} label={t("moreOf", { name })} />}
            items={[
              {
                id: "copy",
                label: t("copyText"),
                disabled: generation.text === "",
                onSelect: () => void copy(generation.text),
              },
              { kind: "separator", id: "line" },
              {
                id: "save",
                label: t("report.save"),
                onSelect: () => void saveReport(generation, "whole"),
              },
              {
                id: "save-redacted",
                label: t("report.saveRedacted"),
                onSelect: () => void saveReport(generation, "redacted"),
              },
              {
                id: "report",
                label: t("report.copy"),
                onSelect: () => void copyReport(generation, "whole"),
              },
              {
                id: "redacted",
                label: t("report.copyRedacted"),
                onSelect: () => void copyReport(generation, "redacted"),
              },
            ]}
          />
        )
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-3 py-3">
        {error !== null ? (
          <FailureState failure={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <LoadingState rows={10} />
        ) : other === null ? (
          <Shown card={data} onCompare={setOther} />
        ) : (
          <CompareReceipts one={id} other={other} />
        )}
      </div>
    </DetailPane>
  );
}

function Shown({ card, onCompare }: { card: GenerationCard; onCompare: (other: GenerationId) => void }) {
  const { t } = useTranslation("context");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { generation, receipt } = card;
  const left = useLeft(generation.scene);
  const canDismiss = generation.fate === "open" && generation.status !== "running";
  return (
    <div className="flex flex-col gap-4">
      <CameAbout id={generation.id}>
        {(receipt !== null || generation.derived != null) && (
          <CompareWith scene={generation.scene} id={generation.id} onChoose={onCompare} />
        )}
      </CameAbout>
      <Facts card={card} gone={isGone(generation, left)} />
      {(canBeAccepted(generation) || canDismiss) && (
        <div className="flex flex-wrap gap-2">
          {canBeAccepted(generation) && (
            <Button
              size="sm"
              variant="primary"
              disabled={!writable}
              onClick={() => void acceptWhole(generation)}
            >
              {t("accept.label")}
            </Button>
          )}
          {canDismiss && (
            <Button size="sm" disabled={!writable} onClick={() => void dismiss(generation)}>
              {t("dismiss.label")}
            </Button>
          )}
        </div>
      )}
      {generation.text !== "" && (
        <Disclosure title={t("text")} begins="open">
          <Sent pieces={marked(generation.text, [])} className="font-reading text-sm leading-6" />
        </Disclosure>
      )}
      {receipt === null ? <NoReceipt generation={generation} /> : <ReceiptParts receipt={receipt} />}
    </div>
  );
}

/** Why there is no receipt. What a step made of another text has that of the other. */
function NoReceipt({ generation: { scene, derived, id } }: { generation: GenerationView }) {
  const { t } = useTranslation("context");
  const title = useLocalized();
  const letterOf = useLetters(scene);
  const steps = useAnswer("generation.report", { generation: id }).data?.steps;
  if (derived == null) return <p className="text-sm text-subtle">{t("noReceipt")}</p>;
  const letter = letterOf(derived.of) || t("theOriginal");
  const step = steps?.find((one) => one.step === derived.step);
  return (
    <div className="flex flex-col items-start gap-2 text-sm text-subtle">
      <p>{t("derivedReceipt", { letter, step: step === undefined ? derived.step : title(step.title) })}</p>
      <Button size="sm" onClick={() => showGeneration(derived.of)}>
        {t("openParent", { letter })}
      </Button>
    </div>
  );
}
