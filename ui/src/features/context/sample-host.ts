// The host's answers for the sample, and the comparison of two of its generations.
import type { FakeAnswers } from "@/ipc/fake-host";
import type { ReportDiff, ReportStep } from "@/ipc/types";
import { card, generations, outlineOf, parts, preview, reportOfSample, type Say, shelf } from "./sample";

export function difference(say: Say): ReportDiff {
  const [style, thread, ferry] = parts(say);
  if (style === undefined || thread === undefined || ferry === undefined) throw new Error("no parts");
  return {
    only_before: [thread],
    only_after: [ferry],
    changed: [
      { before: ferry, after: { ...ferry, fate: { kind: "dropped", reason: { kind: "over_budget" } } } },
    ],
    template: null,
    model: {
      before: { provider: "deepseek", provider_name: "DeepSeek", model: "deepseek-chat" },
      after: { provider: "local", provider_name: "Ollama", model: "qwen3:8b" },
    },
    budget: null,
    parameters: [{ name: "temperature", before: 0.9, after: null }],
    messages: [
      {
        index: 0,
        before: "system",
        after: "system",
        hunks: [{ old: { start: 0, end: 4 }, new: { start: 0, end: 4 } }],
      },
    ],
    ...differenceOfSteps(say),
  };
}

/** The first without its notes, the second with all steps and a newer value. */
function differenceOfSteps(
  say: Say,
): Pick<ReportDiff, "instruction" | "profile" | "steps" | "artifacts" | "price"> {
  const { steps, why } = reportOfSample(say, 9);
  const pair = (step: ReportStep) => ({ step: step.step, title: step.title, phase: step.phase });
  return {
    instruction: { before: "", after: say("多写雾，少写人。", "More fog, fewer people.") },
    profile: {
      before: why.turn === null ? null : { ...why.turn, profile: "plain", level: "default" },
      after: why.turn,
    },
    steps: steps.map((step) =>
      step.step === "notes"
        ? { ...pair(step), before: null, after: step, differs: true }
        : { ...pair(step), before: step, after: step, differs: false },
    ),
    artifacts: [{ name: "situation", before: 1, after: 2 }],
    price: { before: { currency: "CNY", micros: 12_000 }, after: { currency: "CNY", micros: 16_200 } },
  };
}

export const SAME: ReportDiff = {
  only_before: [],
  only_after: [],
  changed: [],
  template: null,
  model: null,
  budget: null,
  parameters: [],
  messages: [],
  instruction: null,
  profile: null,
  steps: [],
  artifacts: [],
  price: { before: null, after: null },
};

/** The host's answers for the sample. */
export function answersOf(say: Say): FakeAnswers {
  return {
    "manuscript.outline": () => outlineOf(say),
    "context.preview": () => preview(say),
    "generation.list": () => ({ generations: generations(say) }),
    "generation.unwritten": () => ({ turns: [] }),
    "scene.spans": ({ scene }) => ({
      scene,
      version: 1,
      spans: generations(say).map(({ id }) => ({ range: { start: id, end: id + 1 }, generation: id })),
    }),
    "generation.get": ({ generation: id }) => card(say, id),
    "generation.report": ({ generation: id }) => reportOfSample(say, id),
    "pipeline.list": () => ({
      profiles: [
        {
          profile: "careful",
          title: { zh: "细写", en: "Careful" },
          description: { zh: "", en: "" },
          origin: "shipped",
          version: 1,
          acts: [],
          steps: [],
          untrusted: false,
          notes_unread: [],
        },
      ],
      uses: [],
      resolved: null,
    }),
    "generation.compare": () => difference(say),
    "generation.shelf": () => shelf(say),
    "generation.decide": () => null,
  };
}
