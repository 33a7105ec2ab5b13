// What would be sent, before it is: because the author wants to see it, or because text never went to that host before.
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { attempt } from "@/desk/attempt";
import { closeDialog, useDesk } from "@/desk/desk";
import { agree, useProviders } from "@/desk/providers";
import { useSettled } from "@/desk/settled";
import { toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { Failure, Generate } from "@/ipc/types";
import { Sending } from "./sending";
import { begin } from "./session";

/** The preview of a request; asked for when everything typed is kept. */
function useSending(
  request: Generate,
  to?: { provider: string; name: string; origin: string },
): { ready: boolean; content: ReactNode } {
  const kept = useSettled();
  const preview = useAnswer("context.preview", kept.settled ? request : null);
  if (preview.data !== undefined) return { ready: true, content: <Sending preview={preview.data} to={to} /> };
  const failure = kept.failure ?? preview.error;
  if (failure === null) return { ready: false, content: <LoadingState rows={8} /> };
  const again = kept.failure !== null ? kept.again : () => void preview.refetch();
  return { ready: false, content: <FailureState failure={failure} onRetry={again} /> };
}

/** Dialog `preview-sending`. */
export function PreviewSendingDialog() {
  const dialog = useDesk((state) => state.dialog);
  return dialog?.name === "preview-sending" ? <Preview request={dialog.request} /> : null;
}

function Preview({ request }: { request: Generate }) {
  const { t } = useTranslation("drafting");
  const { ready, content } = useSending(request);
  const send = () => {
    closeDialog();
    void attempt(() => begin(request));
  };
  return (
    <Dialog
      open
      size="lg"
      onClose={closeDialog}
      title={t("sending.previewTitle")}
      footer={
        <>
          <Button onClick={closeDialog}>{t("close", { ns: "components" })}</Button>
          <Button variant="primary" disabled={!ready} onClick={send}>
            {t("sending.send")}
          </Button>
        </>
      }
    >
      {content}
    </Dialog>
  );
}

/** Dialog `consent`. */
export function ConsentDialog() {
  const dialog = useDesk((state) => state.dialog);
  if (dialog?.name !== "consent") return null;
  const { provider, origin, request } = dialog;
  return <Consent key={`${provider} ${origin}`} provider={provider} origin={origin} request={request} />;
}

interface ConsentProps {
  provider: string;
  origin: string;
  request: Generate;
}

function Consent({ provider, origin, request }: ConsentProps) {
  const { t } = useTranslation("drafting");
  const known = useProviders().data?.providers.find((one) => one.provider.id === provider);
  const { ready, content } = useSending(request, {
    provider,
    origin,
    name: known?.provider.name ?? provider,
  });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await agree(provider);
    } catch (thrown) {
      setFailure(toFailure(thrown));
      setBusy(false);
      return;
    }
    closeDialog();
    await attempt(() => begin(request));
  };
  return (
    <Dialog
      open
      size="lg"
      busy={busy}
      onClose={closeDialog}
      title={t("sending.consentTitle", { host: hostOf(origin) })}
      description={t("sending.consentText")}
      footer={
        <>
          <Button disabled={busy} onClick={closeDialog}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button variant="primary" busy={busy} disabled={!ready} onClick={() => void send()}>
            {t("sending.agree")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure !== null && <FailureState failure={failure} />}
        {content}
      </div>
    </Dialog>
  );
}

/** The host of an origin, as people call it. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}
