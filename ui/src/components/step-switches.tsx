// The steps around a text, each with its price and a switch for this time, and what all of it takes.
import { useTranslation } from "react-i18next";
import { Disclosure } from "./disclosure";
import { estimateWords, requestWords, type Takes } from "./estimate-words";
import { figure } from "./figures";
import { useLocalized } from "./localized";
import { PromptMessages, type PromptMessagesProps } from "./prompt-messages";
import { Switch } from "./switch";

interface SwitchedStep {
  step: string;
  title: { zh: string; en: string };
  phase: "pre" | "main" | "post" | "settled";
  takes: Takes;
  /** What it would send. */
  requests: readonly StepRequest[];
}

interface StepRequest {
  /** Null without a model. */
  target: { origin: string; model: string } | null;
  messages: PromptMessagesProps["messages"];
  tokens: number;
}

interface StepSwitchesProps {
  planned: { steps: readonly SwitchedStep[]; text: Takes; takes: Takes };
  /** The steps that are left out this time. */
  skipped: readonly string[];
  onSkip: (step: string, to: "out" | "in") => void;
}

export function StepSwitches({ planned, skipped, onSkip }: StepSwitchesProps) {
  const { t, i18n } = useTranslation("components");
  const { steps, text, takes } = planned;
  const requests = requestWords(t, takes);
  return (
    <>
      <ol className="flex flex-col">
        {steps.map((step) => (
          <li key={step.step}>
            <StepSwitch step={step} isSkipped={skipped.includes(step.step)} onSkip={onSkip} />
            {!skipped.includes(step.step) && <StepRequests step={step} />}
          </li>
        ))}
      </ol>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-subtle tabular-nums">
        <dt>{t("steps.text")}</dt>
        <dd className="text-right break-words">{estimateWords(t, text, i18n.language)}</dd>
        <dt className="font-medium text-ink">{t("steps.total")}</dt>
        <dd className="text-right font-medium break-words text-ink">
          {estimateWords(t, takes, i18n.language)}
        </dd>
        {requests !== null && (
          <dd className="col-span-2 text-right break-words text-faint" title={t("steps.notCounted")}>
            {requests}
          </dd>
        )}
      </dl>
    </>
  );
}

/** What a step would send, folded. */
function StepRequests({ step: { title, phase, requests } }: { step: SwitchedStep }) {
  const { t } = useTranslation("components");
  const step = useLocalized()(title);
  return requests.map(({ target, messages, tokens }, at) => (
    <Disclosure
      // biome-ignore lint/suspicious/noArrayIndexKey: requests stay in their order
      key={at}
      title={
        <span className="text-xs font-normal text-subtle tabular-nums">
          {t("steps.request", { step, n: figure(tokens) })}
        </span>
      }
    >
      <div className="flex flex-col gap-2">
        {target !== null && (
          <p className="text-xs break-all text-faint select-text">{t("steps.to", target)}</p>
        )}
        {phase !== "pre" && <p className="text-xs text-faint">{t("steps.toCome")}</p>}
        <PromptMessages messages={messages} />
      </div>
    </Disclosure>
  ));
}

interface StepSwitchProps {
  step: SwitchedStep;
  isSkipped: boolean;
  onSkip: StepSwitchesProps["onSkip"];
}

function StepSwitch({ step: { step, title, phase, takes, requests }, isSkipped, onSkip }: StepSwitchProps) {
  const { t, i18n } = useTranslation("components");
  const titleOf = useLocalized();
  const price = isSkipped ? t("steps.skipped") : estimateWords(t, takes, i18n.language);
  const about = [t(`steps.phases.${phase}`), price].join(" · ");
  // What comes after the acceptance belongs to another run.
  if (phase === "settled") {
    return (
      <div className="flex flex-col gap-0.5 py-1">
        <p className="text-sm break-words">{titleOf(title)}</p>
        <p className="text-xs break-words text-faint">{about}</p>
        {requests.length > 0 && <p className="text-xs break-words text-subtle">{t("steps.needsCeiling")}</p>}
      </div>
    );
  }
  return (
    <Switch
      label={titleOf(title)}
      description={about}
      checked={!isSkipped}
      onChange={(next) => onSkip(step, next ? "in" : "out")}
    />
  );
}
