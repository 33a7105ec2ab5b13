// Preview and size of a request before it is sent: because the author asked for it, the host is new, or the size
// exceeds the consent.
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { attempt } from "@/desk/attempt";
import { closeDialog, useDesk } from "@/desk/desk";
import { agree, setUnasked, useProviders } from "@/desk/providers";
import { tokensOf, tokensOfRun } from "@/desk/sending";
import { useSettled } from "@/desk/settled";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { ContextPreview, Generate } from "@/ipc/types";
import { isProse } from "./asks";
import { Sending } from "./sending";
import { SendingSteps, usePlanned } from "./sending-steps";
import { begin } from "./session";

/** Previews a request once everything typed is saved. */
function useSending(
  request: Generate,
  to?: { provider: string; name: string; origin: string },
): { preview: ContextPreview | null; content: ReactNode } {
  const saveState = useSettled();
  const { data, error, refetch } = useAnswer("context.preview", saveState.settled ? request : null);
  if (data !== undefined) return { preview: data, content: <Sending preview={data} to={to} /> };
  const failure = saveState.failure ?? error;
  if (failure === null) return { preview: null, content: <LoadingState rows={8} /> };
  const again = saveState.failure !== null ? saveState.again : () => void refetch();
  return { preview: null, content: <FailureState failure={failure} onRetry={again} /> };
}

/** Headroom for later requests without asking: those of a scene grow with its surroundings. */
const HEADROOM = 2;

/** The checkbox for not asking about later requests of this size. */
function useUnasked(preview: ContextPreview | null, tokens: number) {
  const { t } = useTranslation("drafting");
  const [isTicked, setTicked] = useState(true);
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
  const { preview, content } = useSending(request, to);
  const [skipped, setSkipped] = useState<readonly string[]>(request.skip ?? []);
  const skip = (step: string, way: "out" | "in") =>
    setSkipped((all) => [...all.filter((one) => one !== step), ...(way === "out" ? [step] : [])]);
  const planned = usePlanned(request, skipped).data;
  const isKnown = preview !== null && (planned !== undefined || !isProse(request.act));
  const ofText = preview === null ? 0 : tokensOf(preview.takes);
  const tokens = planned === undefined ? ofText : tokensOfRun(planned.takes);
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
