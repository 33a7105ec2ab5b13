// Preview and size of a request before it is sent: because the author asked for it, the host is new, or the size
// exceeds the consent.
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useLocalized } from "@/components/localized";
import { attempt } from "@/desk/attempt";
import { closeDialog, useDesk } from "@/desk/desk";
import { isProse } from "@/desk/prose-acts";
import { agree, rereadSetUp, setUnasked, useProviders } from "@/desk/providers";
import { tokensOfRun } from "@/desk/sending";
import { useSettled } from "@/desk/settled";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { ContextPreview, Generate, RunEstimate } from "@/ipc/types";
import { Sending } from "./sending";
import { SendingSteps, usePlanned } from "./sending-steps";
import { begin } from "./session";

/**
 * Previews a request once everything typed is saved. What it takes comes from one estimate: that of the text with its
 * steps, or of the request alone if it can have none.
 */
function useSending(
  request: Generate,
  skipped: readonly string[],
  to?: { provider: string; name: string; origin: string },
): { preview: ContextPreview | null; takes: RunEstimate | undefined; content: ReactNode } {
  const saveState = useSettled();
  const { data, error, refetch } = useAnswer("context.preview", saveState.settled ? request : null);
  const planned = usePlanned(request, skipped).data;
  const title = useLocalized();
  const added = (planned?.steps ?? []).filter(({ adds }) => adds).map((step) => title(step.title));
  // Without a model the steps take nothing, and nothing can be sent.
  const withSteps = data?.target === null ? data.takes : planned?.takes;
  const takes = isProse(request.act) ? withSteps : data?.takes;
  if (data !== undefined)
    return { preview: data, takes, content: <Sending preview={data} {...{ takes, added, to }} /> };
  const failure = saveState.failure ?? error;
  if (failure === null) return { preview: null, takes, content: <LoadingState rows={8} /> };
  const again = saveState.failure !== null ? saveState.again : () => void refetch();
  return { preview: null, takes, content: <FailureState failure={failure} onRetry={again} /> };
}

/** Headroom for later requests without asking: those of a scene grow with its surroundings. */
const HEADROOM = 2;

/** The checkbox for not asking about later requests of this size. */
function useUnasked(preview: ContextPreview | null, tokens: number) {
  const { t } = useTranslation("drafting");
  const [isTicked, setTicked] = useState(false);
  const target = preview?.target ?? null;
  const limit = preview === null ? 0 : Math.ceil((tokens * HEADROOM) / 1000) * 1000;
  if (target === null || limit <= target.unasked) return { tick: null, remember: async () => undefined };
  return {
    tick: (
      <Checkbox label={t("sending.unasked", { n: figure(limit) })} checked={isTicked} onChange={setTicked} />
    ),
    remember: async () => {
      if (isTicked) await setUnasked(target.provider, target.model, limit);
    },
  };
}

export function PreviewSendingDialog() {
  const dialog = useDesk((state) => state.dialog);
  return dialog?.name === "preview-sending" ? <Preview request={dialog.request} /> : null;
}

function Preview({ request }: { request: Generate }) {
  const { t } = useTranslation("drafting");
  return <SendingDialog request={request} title={t("sending.previewTitle")} send={t("sending.send")} />;
}

export function ConsentDialog() {
  const dialog = useDesk((state) => state.dialog);
  if (dialog?.name !== "consent") return null;
  const { provider, origin, request } = dialog;
  return <Consent key={`${provider} ${origin}`} provider={provider} origin={origin} request={request} />;
}

function Consent({ provider, origin, request }: { provider: string; origin: string; request: Generate }) {
  const { t } = useTranslation("drafting");
  const known = useProviders().data?.providers.find((one) => one.provider.id === provider);
  return (
    <SendingDialog
      request={request}
      to={{ provider, origin, name: known?.provider.name ?? provider }}
      title={t("sending.consentTitle", { host: hostOf(origin) })}
      description={t("sending.consentText")}
      send={t("sending.agree")}
    />
  );
}

interface SendingDialogProps {
  request: Generate;
  /** The host that sending gives consent to. */
  to?: { provider: string; origin: string; name: string };
  title: string;
  description?: string;
  send: string;
}

/** What would be sent and its size. Sending gives consent to both. */
function SendingDialog({ request, to, title, description, send }: SendingDialogProps) {
  const { t } = useTranslation("drafting");
  useEffect(() => void rereadSetUp(), []);
  const [skipped, setSkipped] = useState<readonly string[]>(request.skip ?? []);
  const skip = (step: string, way: "out" | "in") =>
    setSkipped((all) => [...all.filter((one) => one !== step), ...(way === "out" ? [step] : [])]);
  const { preview, takes, content } = useSending(request, skipped, to);
  const isKnown = preview !== null && takes !== undefined;
  const tokens = takes === undefined ? 0 : tokensOfRun(takes);
  const { tick, remember } = useUnasked(preview, tokens);
  const { busy, failure, act } = useAct();
  const agreeAndBegin = async () => {
    if (to !== undefined) await agree(to.provider);
    await remember();
    closeDialog();
    const { skip: _, ...rest } = request;
    const sent = skipped.length > 0 ? { ...rest, skip: [...skipped] } : rest;
    void attempt(() => begin({ ...sent, agreed: tokens }));
  };
  return (
    <Dialog
      open
      size="lg"
      steady
      busy={busy}
      onClose={closeDialog}
      title={title}
      description={description}
      footerStart={tick}
      footer={
        <>
          <Button disabled={busy} onClick={closeDialog}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={!isKnown}
            onClick={() => isKnown && void act(agreeAndBegin)}
          >
            {send}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure !== null && <FailureState failure={failure} />}
        {preview !== null && <SendingSteps request={request} skipped={skipped} onSkip={skip} />}
        {content}
      </div>
    </Dialog>
  );
}

/** The host name of an origin, for display. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}
