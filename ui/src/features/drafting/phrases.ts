// Messages about a running act.
import type { TFunction } from "i18next";
import type { Said } from "@/ipc/types";
import { type Candidate, endingOf, type Notice, type Run, workingStep } from "./run";

/** Returns the name of a provider. */
export type NameOf = (provider: string) => string;

function noticed(notice: Notice, t: TFunction<"drafting">, nameOf: NameOf): string {
  switch (notice.kind) {
    case "waiting":
      return t("states.waiting", { n: Math.max(1, Math.ceil(notice.millis / 1000)) });
    case "trying":
      return t("states.trying", { n: notice.attempt });
    case "thinking":
      return t("states.thinking");
    case "fell_back":
      return t("states.fellBack", { from: nameOf(notice.from), to: nameOf(notice.to) });
  }
}

/** Returns names in the language of the window. */
export interface Names {
  provider: NameOf;
  title: (title: Said) => string;
}

/** The state of an act in words. */
export function stateOf(
  run: Run,
  candidate: Candidate | undefined,
  t: TFunction<"drafting">,
  names: Names,
): string {
  const { phase, stopping } = run;
  if (phase === "applying") return t("states.applying");
  if (phase === "ready") return candidate === undefined ? "" : t(`endings.${endingOf(candidate)}`);
  if (stopping) return t("states.stopping");
  const step = workingStep(run);
  if (step !== null) return t("states.step", { title: names.title(step.title) });
  if (candidate === undefined) return t("states.asking");
  const { notice, softened, round, remaining, text } = candidate;
  if (notice !== null) return noticed(notice, t, names.provider);
  if (softened) return t("states.softened");
  if (round > 1) return t("states.round", { round, n: remaining });
  if (text !== "") return t("states.streaming");
  // Once a server is named, the request is out.
  return t(candidate.provider === "" ? "states.asking" : "states.answering");
}
