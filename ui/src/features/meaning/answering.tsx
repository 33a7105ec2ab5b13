// What serves search by meaning: the model with its figures, or its fallback and the reason.
import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { figure } from "@/components/figures";
import { useIndexing } from "@/desk/indexing";
import type { Failure, MeaningState } from "@/ipc/types";
import { chooseFolder } from "./choose-folder";
import { Removing } from "./removing";
import { offeredInUse } from "./state";
import { damagedFiles, fileTrouble } from "./troubles";
import { check, download, useWork } from "./work";

/** The status of the model. */
type Standing = "none" | "absent" | "unusable" | "ready";

function standingOf({ model, loaded }: MeaningState): Standing {
  if (model.type === "none") return "none";
  if (!model.present) return "absent";
  return loaded?.trouble == null ? "ready" : "unusable";
}

const LOOKS = {
  none: { icon: CircleDashed, look: "text-faint" },
  absent: { icon: TriangleAlert, look: "text-warning" },
  unusable: { icon: TriangleAlert, look: "text-warning" },
  ready: { icon: CircleCheck, look: "text-success" },
} as const;

/** The display name of the model in use. */
export function nameOf({ model }: MeaningState): string {
  return model.type === "none" ? "" : model.type === "folder" ? model.name : model.model;
}

export function Answering({ state }: { state: MeaningState }) {
  const { t } = useTranslation("meaning");
  const { model, loaded } = state;
  const isPaused = useIndexing(({ progress }) => progress?.waiting === "battery");
  const [removing, setRemoving] = useState(false);
  const working = useWork(({ work }) => work?.running === true);
  // A check's result is known before the model is loaded.
  const isFaulty = useWork(({ work }) => work?.act === "check" && work.failure !== null);
  const standing = standingOf(state);
  const { icon: Icon, look } = LOOKS[isFaulty && standing === "ready" ? "unusable" : standing];
  const why = useWhy(standing === "unusable" ? (loaded?.trouble ?? null) : null);
  const title =
    standing === "ready"
      ? nameOf(state)
      : standing === "absent" && model.type !== "none"
        ? t(`now.absent.${model.type}`)
        : t(standing === "unusable" ? "now.unusable" : "now.none");
  return (
    <section
      aria-label={t("now.label")}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3.5"
    >
      <div className="flex items-start gap-2.5">
        <Icon size={17} strokeWidth={1.75} aria-hidden className={`mt-0.5 shrink-0 ${look}`} />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h2 className="text-sm font-semibold break-words">{title}</h2>
          {standing === "none" && <p className="text-sm break-words text-subtle">{t("now.noneText")}</p>}
          {standing === "absent" && model.type !== "none" && (
            <p className="text-sm break-words text-subtle">{t(`now.absentText.${model.type}`)}</p>
          )}
          {why !== null && <p className="text-sm break-words text-subtle select-text">{why}</p>}
          {model.type !== "none" && <Facts state={state} />}
          {standing === "ready" && loaded === null && !isFaulty && (
            <p className="text-xs break-words text-faint">{t("now.later")}</p>
          )}
          {standing === "ready" && loaded?.engine === "candle" && state.engine === "auto" && (
            <p className="text-xs break-words text-warning">{t("now.candle")}</p>
          )}
          {isPaused && <p className="text-xs break-words text-subtle">{t("now.paused")}</p>}
        </div>
      </div>
      {removing ? (
        <Removing state={state} onDone={() => setRemoving(false)} />
      ) : (
        model.type !== "none" && (
          <div className="flex flex-wrap gap-2">
            {standing === "absent" && model.type === "folder" && (
              <Button size="sm" disabled={working} onClick={() => void chooseFolder()}>
                {t("models.choose")}
              </Button>
            )}
            {standing === "absent" && model.type === "downloaded" && (
              <Button size="sm" disabled={working} onClick={() => void download(model.model)}>
                {t("work.goOn")}
              </Button>
            )}
            {standing !== "absent" && (
              <Button size="sm" disabled={working} onClick={() => void check()}>
                {t("now.check")}
              </Button>
            )}
            <Button size="sm" variant="ghost" disabled={working} onClick={() => setRemoving(true)}>
              {t("now.remove")}
            </Button>
          </div>
        )
      )}
    </section>
  );
}

/** Why the model cannot be used: the faulty file and its problem, if we have words for it. */
function useWhy(trouble: Failure | null): string | null {
  const { t } = useTranslation("meaning");
  if (trouble === null) return null;
  const damaged = damagedFiles(trouble);
  if (damaged.length > 0) return t("now.damaged", { files: damaged.join(t("now.comma")) });
  const wrong = fileTrouble(trouble);
  if (wrong === null) return trouble.message;
  return t("troubles.file", { file: wrong.file, reason: t(`troubles.reasons.${wrong.reason}`) });
}

/** The figures of the model in use. */
function Facts({ state }: { state: MeaningState }) {
  const { t } = useTranslation("meaning");
  const { model, loaded, scheme, engine, threads, cores } = state;
  if (model.type === "none") return null;
  const offered = offeredInUse(state);
  const source =
    model.type === "folder"
      ? model.path
      : t("now.downloaded", { repository: offered?.repository ?? model.model });
  const isOwn = loaded !== null && loaded.engine !== "fallback";
  const facts: [string, string][] = [[t("now.facts.source"), source]];
  if (isOwn) facts.push([t("now.facts.dimension"), figure(loaded.dimension)]);
  // The slow implementation always computes in floats.
  const isSlow = engine === "candle" || (isOwn && loaded.engine === "candle");
  const used = isSlow ? "f32" : scheme;
  facts.push([t("now.facts.scheme"), t(`now.schemes.${used}`)]);
  facts.push([t("now.facts.threads"), t("now.threads", { n: threads, cores })]);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-subtle">{name}</dt>
          <dd className="min-w-0 break-words select-text tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
