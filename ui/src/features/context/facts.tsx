// A generation in figures: its ending, model, prompt and usage.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { figure } from "@/components/figures";
import { money } from "@/components/money";
import { useTroubleWords } from "@/components/use-trouble-words";
import { useDraftLength } from "@/desk/draft-length";
import { isProse } from "@/desk/prose-acts";
import { useAnswer } from "@/ipc/queries";
import type {
  Act,
  GateRecord,
  GenerationCard,
  GenerationId,
  GenerationView,
  JsonValue,
  PromptRef,
  SceneId,
} from "@/ipc/types";
import { PromptCut } from "./prompt-cut";

/** Gate endings with their own label. */
const ENDS = new Set(["within_target", "short", "soft_exceeded", "cut"]);

/** The acts of steps, whose answers are used at once or not at all. */
const STEP_ACTS: ReadonlySet<Act> = new Set(["notes", "instruction", "state", "comment"]);

/** The generations of which something is in the working text of a scene; null while they are unknown. */
export function useLeft(scene: SceneId): ReadonlySet<GenerationId> | null {
  const { data } = useAnswer("scene.spans", { scene });
  return data === undefined ? null : new Set(data.spans.map(({ generation }) => generation));
}

/** Whether a text was accepted and is not among those that are left in its scene. */
export function isGone({ id, act, fate }: GenerationView, left: ReadonlySet<GenerationId> | null): boolean {
  return left !== null && fate === "accepted" && isProse(act) && !left.has(id);
}

const TONES = {
  open: "accent",
  accepted: "success",
  gone: "neutral",
  dismissed: "neutral",
  held: "neutral",
  used: "neutral",
  unused: "warning",
  nothing: "neutral",
} as const;

/** What became of a generation; null while it is unknown. */
export function decisionOf(
  { act, status, fate, text }: GenerationView,
  presence: "present" | "gone" = "present",
): keyof typeof TONES | null {
  if (status === "running") return null;
  if (presence === "gone") return "gone";
  if ((status === "stopped" || status === "incomplete") && text === "") return "nothing";
  if (STEP_ACTS.has(act)) return status === "complete" ? "used" : "unused";
  if (fate === "held" && status !== "complete") return "unused";
  return status === "failed" ? null : fate;
}

interface DecisionProps {
  generation: GenerationView;
  /** Whether its accepted text is in the scene no more. */
  gone: boolean;
  className?: string;
}

/** What became of a generation. */
export function Decision({ generation, gone, className }: DecisionProps) {
  const { t } = useTranslation("context");
  const decision = decisionOf(generation, gone ? "gone" : "present");
  if (decision === null) return null;
  return (
    <Badge tone={TONES[decision]} className={className}>
      {t(decision === "nothing" ? "report.nothingKept" : `decisions.${decision}`)}
    </Badge>
  );
}

/** The acts of shipped templates whose key differs from the act's name. */
const ACT_OF: Readonly<Record<string, string>> = {
  scene_card: "card",
  scene_draft: "draft",
  chapter_titles: "titles",
  scene_queries: "memory",
  "extraction/chapter": "extraction",
  "summary/chapter": "summary",
  next_chapter: "suggestion",
  setting: "check",
  passage: "mend",
  rewrite_instruction: "instruction",
  update_state: "state",
  work_notes: "notes",
};

/** The template's name by its act, and its version. */
export function usePromptName(): (prompt: PromptRef) => string {
  const { t } = useTranslation("context");
  return ({ group, key, version }) => {
    const name = t(`acts.${ACT_OF[`${group}/${key}`] ?? ACT_OF[key] ?? key}`, {
      defaultValue: `${group}/${key}`,
    });
    return version == null ? t("prompt.shipped", { name }) : t("prompt.own", { name, n: version });
  };
}

/** A parameter's value as sent. */
export function valueWords(value: JsonValue | null): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function Facts({ card, gone }: { card: GenerationCard; gone: boolean }) {
  const { generation, receipt } = card;
  const { t, i18n } = useTranslation("context");
  const promptName = usePromptName();
  const words = useTroubleWords();
  const { status, derived, interrupted, trouble, gate, tokens, reasoning, cost, instruction } = generation;
  const model = receipt?.model;
  // A step made it: its words were not asked for once more.
  const isDerived = derived != null;
  const parameters =
    typeof receipt?.parameters === "object" && receipt.parameters !== null
      ? Object.entries(receipt.parameters)
      : [];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-1.5">
        <Badge tone={interrupted || status === "incomplete" || status === "failed" ? "warning" : "neutral"}>
          {t(interrupted ? "statuses.interrupted" : `statuses.${status}`)}
        </Badge>
        <Decision generation={generation} gone={gone} />
      </div>
      <PromptCut card={card} />
      {trouble != null && (
        <p className="text-sm break-words text-warning">
          {words(trouble)}
          {trouble.message !== "" && (
            <span className="block text-xs text-faint select-text">{trouble.message}</span>
          )}
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {instruction != null && instruction !== "" && (
          <Fact name={t("facts.instruction")}>
            <span className="whitespace-pre-wrap">{instruction}</span>
          </Fact>
        )}
        {gate != null && <Gate gate={gate} />}
        {!isDerived && (
          <>
            <Fact name={t("facts.model")}>
              {t("to.who", {
                provider: model?.provider_name ?? generation.provider,
                model: model?.model ?? generation.model,
              })}
            </Fact>
            <Fact name={t("facts.prompt")}>{promptName(receipt?.template ?? generation.prompt)}</Fact>
          </>
        )}
        {receipt?.masked != null && receipt.masked > 0 && (
          <Fact name={t("facts.masked")}>{t("facts.maskedOf", { n: figure(receipt.masked) })}</Fact>
        )}
        {parameters.length > 0 && (
          <Fact name={t("facts.parameters")}>
            {parameters.map(([name, value]) => (
              <span key={name} className="block font-mono text-xs leading-5 break-all">
                {`${name} = ${valueWords(value ?? null)}`}
              </span>
            ))}
          </Fact>
        )}
        {!isDerived && (
          <Fact name={t("facts.tokens")}>
            {t(tokens.estimated === true ? "facts.tokensEstimated" : "facts.tokensOf", {
              prompt: figure(tokens.prompt),
              completion: figure(tokens.completion),
            })}
            {reasoning != null && (
              <span className="block text-subtle">
                {t("facts.reasoning", { n: figure(reasoning.tokens) })}
              </span>
            )}
          </Fact>
        )}
        {cost != null && (
          <Fact name={t("facts.cost")}>{money(cost.micros, cost.currency, i18n.language)}</Fact>
        )}
      </dl>
    </div>
  );
}

function Gate({ gate }: { gate: GateRecord }) {
  const { t } = useTranslation("context");
  const { inUnits, unit } = useDraftLength();
  const { counted, target, outcome, rounds, closing } = gate;
  const notes = [
    ENDS.has(outcome) ? t(`ends.${outcome}`) : "",
    rounds > 1 ? t("rounds.in", { n: rounds }) : "",
    closing != null && closing !== "" ? t("closing", { marks: closing }) : "",
  ].filter(Boolean);
  return (
    <Fact name={t("facts.length")}>
      {t("length", { n: figure(inUnits(counted)), target: figure(inUnits(target)), context: unit })}
      {notes.length > 0 && <span className="block text-xs text-subtle">{notes.join(t("comma"))}</span>}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-subtle">{name}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </>
  );
}
