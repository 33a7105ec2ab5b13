// The `run-again` dialog: what would run again, what is reused, and the cost, before it starts.

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Dialog } from "@/components/dialog";
import { Disclosure } from "@/components/disclosure";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { localized } from "@/components/localized";
import { Segmented } from "@/components/segmented";
import { TextArea } from "@/components/text-area";
import { closeDialog, useDesk } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { tokensOfRun } from "@/desk/sending";
import { useAct } from "@/desk/use-act";
import { type Answer, call, type Request } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { JsonValue, RunView } from "@/ipc/types";
import { showRun } from "./acts";
import { type Params, type TypedParams, useTypedParams } from "./again-params";
import { Estimate } from "./estimate";
import { runName } from "./say";

type Again = Request<"workflow.run_again">;

export function RunAgainDialog() {
  const dialog = useDesk((state) => (state.dialog?.name === "run-again" ? state.dialog : null));
  if (dialog === null) return null;
  const { run, node, only, params } = dialog;
  const key = `${run} ${node} ${only} ${JSON.stringify(params)}`;
  return <Open key={key} run={run} node={node} only={only === true} given={params ?? null} />;
}

interface OpenProps {
  run: number;
  node: string | undefined;
  only: boolean;
  /** Parameters that replace those of the step. */
  given: Params | null;
}

/** What would run: the request, and its act. */
function useRunAgain({ run, node, only, given }: OpenProps) {
  const [reach, setReach] = useState<"rest" | "only">(only ? "only" : "rest");
  const [fresh, setFresh] = useState(false);
  const params = useTypedParams(given);
  const { busy, failure, act } = useAct();
  const { read, isWrong, kept } = params;
  const request: Again = {
    run,
    ...(node !== undefined && { node, only: reach === "only" }),
    ...(fresh && { fresh }),
    ...(kept !== null && { params: kept }),
  };
  const preview = useAnswer("workflow.preview_again", request);
  const begin = () =>
    void act(async () => {
      if (isWrong || preview.data === undefined) return;
      const agreed = tokensOfRun(preview.data);
      await flushAll();
      const changed = read === null ? {} : { params: read };
      const { run: next } = await call("workflow.run_again", { ...request, ...changed, agreed });
      closeDialog();
      showRun(next);
    });
  return { reach, setReach, fresh, setFresh, params, busy, failure, preview, begin };
}

function Open(props: OpenProps) {
  const { run, node } = props;
  const { t, i18n } = useTranslation("workflows");
  const { data: view } = useAnswer("workflow.show", { run });
  const again = useRunAgain(props);
  const { reach, params, busy, failure, preview, begin } = again;
  const step = view?.nodes.find((one) => one.node === node);
  // Title and button are named after the act that opened the dialog, or the scope chosen since.
  const way = node === undefined ? "again.title" : reach === "only" ? "again.redoOnly" : "again.redo";
  const description = [
    view === undefined ? "" : runName(t, view.summary, i18n.language),
    step === undefined ? "" : t("again.from", { title: localized(step.title, i18n.language) }),
  ];
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={t(way)}
      description={description.filter(Boolean).join(t("between"))}
      onSubmit={begin}
      busy={busy}
      footer={
        <>
          <Button onClick={closeDialog}>{t("again.cancel")}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabled={params.isWrong || preview.data === undefined || preview.data.runs.length === 0}
          >
            {t(way)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {node !== undefined && (
          <Segmented
            label={t("again.reach")}
            value={reach}
            onChange={again.setReach}
            options={[
              { value: "rest", label: t("again.rest") },
              { value: "only", label: t("again.onlyThis") },
            ]}
          />
        )}
        <Checkbox
          label={t("again.fresh")}
          description={t("again.freshText")}
          checked={again.fresh}
          onChange={again.setFresh}
        />
        {preview.data !== undefined ? (
          <Preview preview={preview.data} view={view} />
        ) : preview.error !== null ? (
          <FailureState failure={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <LoadingState rows={3} />
        )}
        {step !== undefined && <ParamsField params={params} own={step.params} />}
        {failure !== null && <FailureState failure={failure} onRetry={begin} />}
      </div>
    </Dialog>
  );
}

/** The parameters of the step, which the author may change for this run. */
function ParamsField({ params, own }: { params: TypedParams; own: JsonValue }) {
  const { t } = useTranslation("workflows");
  const { typed, setTyped, isWrong, keep, restore } = params;
  return (
    <Disclosure title={t("again.params")}>
      <div className="flex flex-col items-start gap-2">
        <TextArea
          label={t("again.params")}
          hideLabel
          className="w-full font-mono"
          value={typed ?? JSON.stringify(own, null, 2)}
          onChange={setTyped}
          onBlur={keep}
          error={isWrong ? t("again.noJson") : undefined}
          hint={t("again.paramsText", { braces: "{{…}}" })}
          rows={4}
        />
        {typed !== null && (
          <Button size="sm" onClick={restore}>
            {t("again.restore")}
          </Button>
        )}
      </div>
    </Disclosure>
  );
}

interface PreviewProps {
  preview: Answer<"workflow.preview_again">;
  view: RunView | undefined;
}

function Preview({ preview, view }: PreviewProps) {
  const { t, i18n } = useTranslation("workflows");
  const nameOf = (id: string) => {
    const node = view?.nodes.find((one) => one.node === id);
    return (node && localized(node.title, i18n.language)) || id;
  };
  const list = (key: "runs" | "reused", nodes: readonly string[]) => (
    <section aria-label={t(`again.${key}`)} className="flex min-w-0 flex-1 flex-col gap-1">
      <h3 className="text-xs text-faint">{t(`again.${key}`)}</h3>
      {nodes.length === 0 ? (
        <p className="text-sm text-subtle">{t("again.nothing")}</p>
      ) : (
        <ol className="flex list-decimal flex-col gap-0.5 pl-5 text-sm">
          {nodes.map((id) => (
            <li key={id} className="break-words">
              {nameOf(id)}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <div className="flex flex-wrap gap-4">
        {list("runs", preview.runs)}
        {list("reused", preview.reused)}
      </div>
      <Estimate estimate={preview} className="border-t border-line pt-2" />
    </div>
  );
}
