// The dialog that saves diagnostics: it shows what the file contains before it is written.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { closeDialog, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import { diagnostics } from "./diagnostics";

export function DiagnosticsDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "diagnostics");
  return open ? <SaveDiagnostics /> : null;
}

/** The number of lines of the log that the dialog shows. The file contains all of them. */
const MAX_SHOWN_LINES = 200;

function SaveDiagnostics() {
  const { t } = useTranslation("about");
  const application = useDesk((desk) => desk.application);
  const settings = useDesk((desk) => desk.settings);
  const { data, error, refetch } = useAnswer("diagnostics.show", {});
  const { busy, failure, act } = useAct();
  const about = diagnostics(application, settings, navigator.userAgent);
  const lines = data?.log.trimEnd().split("\n") ?? [];
  const shown = lines.slice(-MAX_SHOWN_LINES);
  const save = () =>
    act(async () => {
      const title = t("save.choose");
      const { path } = await call("window.choose", {
        kind: "export_diagnostics",
        title,
        name: "wenfang-diagnostics.txt",
      });
      if (path === null) return;
      const { file } = await call("diagnostics.save", { out: path.path, about });
      closeDialog();
      notify({
        text: t("save.done", { file }),
        action: {
          label: t("save.reveal"),
          onSelect: () => void call("window.reveal", { path: path.path }).catch(() => undefined),
        },
      });
    });
  return (
    <Dialog
      open
      size="lg"
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void save()}
      title={t("save.title")}
      description={t("save.text")}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {t("cancel", { ns: "components" })}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={data === undefined}>
            {t("save.act")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failure !== null && <FailureState failure={failure} />}
        {error !== null ? (
          <FailureState failure={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <LoadingState rows={6} />
        ) : (
          <>
            <section
              aria-label={t("save.contents")}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it
              tabIndex={0}
              className="max-h-80 overflow-auto rounded-md border border-line bg-surface-sunken"
            >
              <pre className="p-2.5 font-mono text-xs break-all whitespace-pre-wrap text-subtle select-text">
                {[about, "", ...shown].join("\n")}
              </pre>
            </section>
            {lines.length > shown.length && (
              <p className="text-xs text-faint">{t("save.last", { n: shown.length, all: lines.length })}</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
