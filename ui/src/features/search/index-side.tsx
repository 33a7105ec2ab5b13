// The index: its progress, its contents, its model; build and rebuild, with progress and stop.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { runCommand } from "@/commands/registry";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { FailureState } from "@/components/failure-state";
import { figure, sizeOf } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { ProgressBar } from "@/components/progress-bar";
import { useIndexing } from "@/desk/indexing";
import type { IndexProgress, IndexView } from "@/ipc/types";
import { build, stopBuilding, useBuilding } from "./building";
import { known, type Standing, standingOf } from "./standing";
import { useIndex } from "./use-index";

export function IndexSide() {
  const index = useIndex();
  const progress = useIndexing((state) => state.progress);
  const now = known(progress, index.data);
  // A running act shows its own progress.
  const isIdle = useBuilding((state) => state.act === null);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-3 pb-6">
      {index.data === undefined && index.error !== null ? (
        <FailureState failure={index.error} onRetry={() => void index.refetch()} />
      ) : index.data === undefined || now === null ? (
        <LoadingState rows={6} />
      ) : (
        <>
          {isIdle && <State standing={standingOf(now)} />}
          <Figures view={index.data} now={now} className={isIdle ? "border-t border-line pt-3" : ""} />
        </>
      )}
      <Acts />
    </div>
  );
}

const DOTS = {
  done: "bg-success",
  texts: "bg-accent",
  meaning: "bg-accent",
  typing: "bg-faint",
  battery: "bg-faint",
  trouble: "bg-danger",
} as const;

/** The values for the words of an index status. */
export function countsOf(standing: Standing): { n: string } {
  if (standing.at === "texts") return { n: figure(standing.left) };
  if (standing.at === "done" || standing.at === "trouble") return { n: "" };
  return { n: String(standing.percent) };
}

function State({ standing }: { standing: Standing }) {
  const { t } = useTranslation("search");
  const { at } = standing;
  const pending = "pending" in standing ? figure(standing.pending) : "";
  return (
    <div className="flex flex-col gap-1">
      <p role="status" className="flex items-center gap-2 text-sm font-medium tabular-nums">
        <span aria-hidden className={cx("keep-colour size-2 shrink-0 rounded-full", DOTS[at])} />
        {t(`index.states.${at}`, countsOf(standing))}
      </p>
      <p className="text-xs break-words text-subtle tabular-nums">
        {t(`index.stateTexts.${at}`, { n: pending })}
      </p>
    </div>
  );
}

interface FiguresProps {
  view: IndexView;
  now: IndexProgress;
  className: string;
}

function Figures({ view, now, className }: FiguresProps) {
  const { t } = useTranslation("search");
  const { model, scheme, is_fallback: fallback } = view.meaning;
  const all = now.embedded + now.pending;
  const rows = [
    ["sources", t("index.sourcesOf", { n: figure(view.sources) })],
    ["paragraphs", figure(view.paragraphs)],
    ["vectors", t("index.vectorsOf", { n: figure(now.embedded), all: figure(all) })],
    ["bytes", sizeOf(view.bytes)],
    [
      "model",
      fallback ? t("index.fallback") : t("index.answers", { model, scheme: t(`index.scheme.${scheme}`) }),
    ],
  ] as const;
  return (
    <div className={cx("flex flex-col gap-2", className)}>
      <dl aria-label={t("index.label")} className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-subtle">{t(`index.${name}`)}</dt>
            <dd className="min-w-0 text-right break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Button
        size="sm"
        variant="ghost"
        className="-mx-2 self-end"
        onClick={() => void runCommand("meaning.settings")}
      >
        {t("notices.setUp")}
      </Button>
    </div>
  );
}

function Acts() {
  const { t } = useTranslation("search");
  const { act, progress, stopping, ended, failure, failed } = useBuilding();
  const [sure, setSure] = useState(false);
  const stage = progress?.stage === "embed" ? "embed" : "index";
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3">
      {act !== null ? (
        <ProgressBar
          label={
            progress === null
              ? t(act === "build" ? "index.building" : "index.rebuilding")
              : t(`index.stages.${stage}`)
          }
          value={progress === null || progress.total === 0 ? null : progress.done}
          max={progress?.total}
          text={
            progress === null || progress.total === 0
              ? undefined
              : t(`index.of.${stage}`, { done: figure(progress.done), total: figure(progress.total) })
          }
          stopping={stopping}
          onStop={stopBuilding}
        />
      ) : sure ? (
        <Sure
          onYes={() => {
            setSure(false);
            void build("rebuild");
          }}
          onNo={() => setSure(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void build("build")}>
            {t("index.build")}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setSure(true)}>
            {t("index.rebuild")}
          </Button>
        </div>
      )}
      {ended !== null && (
        <p role="status" className="text-xs break-words text-subtle">
          {t(`index.${ended}`)}
        </p>
      )}
      {failure !== null && (
        <FailureState failure={failure} title={t("index.failed")} onRetry={() => void build(failed)} />
      )}
      <p className="text-xs break-words text-faint">{t("index.text")}</p>
    </div>
  );
}

/** Inline confirmation before the index is discarded. */
function Sure({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  const { t } = useTranslation("search");
  return (
    <fieldset
      aria-label={t("index.rebuild")}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onNo();
      }}
      className="flex flex-col gap-2 rounded-lg border border-line p-3"
    >
      <p className="text-sm break-words">{t("index.sure")}</p>
      <div className="flex justify-end gap-2">
        <Button size="sm" autoFocus onClick={onNo}>
          {t("components:cancel")}
        </Button>
        <Button size="sm" variant="danger" onClick={onYes}>
          {t("index.rebuild")}
        </Button>
      </div>
    </fieldset>
  );
}
