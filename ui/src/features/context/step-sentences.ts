// What a step did, in sentences of the author's language.
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { fieldOf, itemsOf } from "@/desk/report";
import type { GenerationId, JsonValue, ReportStep } from "@/ipc/types";

/** Returns the letter of a candidate; empty if it is the only one. */
type LetterOf = (generation: GenerationId) => string;

const numberOf = (value: JsonValue | undefined, name: string): number => {
  const found = fieldOf(value, name);
  return typeof found === "number" ? found : 0;
};
const does = ({ effects }: ReportStep, what: string): boolean =>
  Array.isArray(effects) && effects.some((effect) => fieldOf(effect, "do") === what);

/** How a step ended. */
export function endOf({ notes, status }: ReportStep): string {
  return fieldOf(notes, "left_out") === true ? "left_out" : status;
}

/** Why a step failed, in the words of the kind of failure. */
export function whyFailed({ detail }: Pick<ReportStep, "detail">, t: TFunction<"context">): string {
  const kind = fieldOf(fieldOf(fieldOf(detail, "failed"), "failure"), "class");
  const known = typeof kind === "string" ? kind : "unknown";
  return t(`step.classes.${known}`, { defaultValue: t("step.classes.unknown") });
}

/** Returns the sentences for a step: what it did, or why not and what happened then. */
export function useStepSentences(letterOf: LetterOf): (step: ReportStep) => string[] {
  const { t } = useTranslation("context");
  return (step) => {
    switch (endOf(step)) {
      case "left_out":
        return [t(fieldOf(step.notes, "why") === "ceiling" ? "step.ceiling" : "step.leftOut")];
      case "failed":
        return [t("step.failed", { why: whyFailed(step, t) }), t(`step.after.${step.phase}`)];
      case "skipped": {
        const why = fieldOf(step.detail, "skipped");
        return [
          t(why === "dependency" || why === "declined" ? `step.skipped.${why}` : "step.skipped.condition"),
        ];
      }
      case "completed":
      case "partial":
        return [...(done(step, t, letterOf) ?? [t("step.done")]), ...kept(step, t)];
      case "interrupted":
        return [t("step.interrupted")];
      case "pending":
        return [t("step.waiting")];
      default:
        return [];
    }
  };
}

/** Where its value went. */
function kept({ notes }: ReportStep, t: TFunction<"context">): string[] {
  if (fieldOf(notes, "unwritten") !== undefined) return [t("step.unwritten")];
  return fieldOf(notes, "wrote") === undefined ? [] : [t("step.wrote")];
}

/** What a step that is done did; undefined for one without words of its own. */
function done(step: ReportStep, t: TFunction<"context">, letterOf: LetterOf): string[] | undefined {
  const { notes } = step;
  const n = (name: string) => numberOf(notes, name);
  switch (step.handler) {
    case "recall_memory":
      return recalled(step, t);
    case "work_notes":
      return [t("step.notes"), ...(does(step, "offer") ? [t("step.sent")] : [])];
    case "rewrite_instruction":
      if (does(step, "instruct")) return [t("step.instructed")];
      return [t(fieldOf(notes, "raw") === undefined ? "step.kept.nothing" : "step.kept.own")];
    case "situation":
      return [t("step.situation", { n: n("people") })];
    case "style_sample":
      return [t("step.style", { n: n("samples") })];
    case "require":
      return [t("step.plan")];
    case "main":
      return [t("step.written", { n: itemsOf(notes, "generations").length })];
    case "check_text":
      return itemsOf(notes, "candidates").map((one) => found(one, t, letterOf));
    case "mend_text":
      return mended(step, t);
    case "normalise_marks": {
      const places = changed(notes);
      return [places > 0 ? t("step.marks", { n: places }) : t("step.noMarks")];
    }
    case "rank_candidates":
      return [t("step.ranked", { n: itemsOf(notes, "order").length })];
    case "update_state":
      return [t("step.state", { people: n("people"), open: n("open") })];
    case "comment":
      return [t("step.comment")];
    default:
      return undefined;
  }
}

function recalled({ notes }: ReportStep, t: TFunction<"context">): string[] {
  const counts = {
    passages: numberOf(notes, "passages"),
    entities: numberOf(notes, "entities"),
    events: numberOf(notes, "events"),
  };
  const nothing = counts.passages + counts.entities + counts.events === 0;
  const known = fieldOf(notes, "retrieved") === false ? [t("step.knownMemory")] : [];
  return [nothing ? t("step.noMemory") : t("step.memory", counts), ...known];
}

/** The findings in one candidate, by rule. */
function found(candidate: JsonValue, t: TFunction<"context">, letterOf: LetterOf): string {
  const letter = letterOf(numberOf(candidate, "generation"));
  const n = numberOf(candidate, "found");
  const of = letter === "" ? "" : "Of";
  if (n === 0) return t(`step.clean${of}`, { letter });
  const rules = Object.entries((fieldOf(candidate, "rules") as Record<string, number>) ?? {});
  const names = rules
    .sort(([, one], [, two]) => two - one)
    .map(([rule, count]) =>
      t("step.rule", { name: t(`rules.${rule}.name`, { ns: "findings", defaultValue: rule }), n: count }),
    );
  return t(`step.found${of}`, { letter, n, rules: names.join(t("report.between")) });
}

const changed = (notes: JsonValue): number =>
  itemsOf(notes, "candidates").reduce<number>((sum, one) => sum + numberOf(one, "mended"), 0);

function mended({ notes }: ReportStep, t: TFunction<"context">): string[] {
  const n = changed(notes);
  const trouble = fieldOf(notes, "trouble");
  const why = typeof trouble === "string" ? trouble : "";
  return [
    n > 0 ? t("step.mended", { n }) : t("step.unmended"),
    ...(why === ""
      ? []
      : [
          t("step.mendTrouble", { why: t(`failures.${why}.title`, { ns: "components", defaultValue: why }) }),
        ]),
  ];
}
