// The `model-values` dialog: requests a scene card or chapter titles while open, and applies them.
import { ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { ErrorState } from "@/components/error-state";
import { FailureState } from "@/components/failure-state";
import { useLocalized } from "@/components/localized";
import { ProgressBar } from "@/components/progress-bar";
import { useTroubleWords } from "@/components/use-trouble-words";
import { closeDialog, openDialog, showGeneration, useDesk } from "@/desk/desk";
import { useProviders } from "@/desk/providers";
import type { Generate, GenerationView } from "@/ipc/types";
import { CardView } from "./card-view";
import { stateOf } from "./phrases";
import { sectionFor } from "./refused";
import { TitlesView } from "./titles-view";
import { type Asked, useValue } from "./use-value";
import { readCard, readTitles } from "./values";

export function ValuesDialog() {
  const dialog = useDesk((state) => state.dialog);
  if (dialog?.name !== "model-values") return null;
  const { request } = dialog;
  return <Values key={`${request.scene} ${request.act}`} request={request} />;
}

function Values({ request }: { request: Generate }) {
  const { t } = useTranslation("drafting");
  const valueRequest = useValue(request);
  const { view } = valueRequest;
  const isCard = request.act === "card";
  const title = t(isCard ? "values.cardTitle" : "values.titlesTitle");
  const card = isCard && view !== null ? readCard(view.text) : null;
  const titles = !isCard && view !== null ? readTitles(view.text) : null;
  const footerStart = view !== null && (
    <Button variant="ghost" icon={ReceiptText} onClick={() => leaveFor(view)}>
      {t("values.receipt")}
    </Button>
  );
  if (view !== null && card !== null)
    return (
      <CardView
        title={title}
        view={view}
        card={card}
        footerStart={footerStart}
        onAgain={valueRequest.again}
      />
    );
  if (view !== null && titles !== null)
    return (
      <TitlesView
        title={title}
        view={view}
        titles={titles}
        footerStart={footerStart}
        onAgain={valueRequest.again}
      />
    );
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={title}
      footerStart={footerStart}
      footer={
        <>
          <Button onClick={closeDialog}>{t("close", { ns: "components" })}</Button>
          {!valueRequest.working && (
            <Button variant="primary" onClick={valueRequest.again}>
              {t("values.again")}
            </Button>
          )}
        </>
      }
    >
      <Waiting asked={valueRequest} />
    </Dialog>
  );
}

function leaveFor(view: GenerationView): void {
  closeDialog();
  showGeneration(view.id);
}

/** Running, failed, or an unusable answer. */
function Waiting({ asked }: { asked: Asked }): ReactNode {
  const { t } = useTranslation("drafting");
  const words = useTroubleWords();
  const providers = useProviders().data?.providers;
  const nameOf = (id: string) => providers?.find(({ provider }) => provider.id === id)?.provider.name ?? id;
  const title = useLocalized();
  const { run, view, failure, working, stop } = asked;
  if (working)
    return (
      <ProgressBar
        label={t("values.working")}
        value={null}
        text={stateOf(run, run.candidates[0], t, { provider: nameOf, title })}
        stopping={run.stopping}
        onStop={stop}
        className="py-4"
      />
    );
  if (failure?.code === "stopped" || view?.status === "stopped")
    return <p className="text-sm text-subtle">{t("values.stopped")}</p>;
  if (failure !== null) {
    const section = sectionFor(failure);
    return (
      <FailureState
        failure={failure}
        actions={
          section !== null && (
            <Button size="sm" onClick={() => openDialog({ name: "models", section })}>
              {t("openModels")}
            </Button>
          )
        }
      />
    );
  }
  // A complete but malformed answer is not a server problem.
  if (view?.status === "complete") return <ErrorState title={t("values.faulty")} code="model_failed" />;
  const trouble = view?.trouble ?? null;
  return (
    <FailureState
      failure={{ code: "model_failed", message: trouble?.message ?? "", hint: "" }}
      title={trouble === null ? undefined : words(trouble)}
    />
  );
}
