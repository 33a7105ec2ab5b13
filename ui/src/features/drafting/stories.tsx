// The bar of a proposal in its states, undecided texts, and the dialogs of drafting.
import { type ReactNode, useState } from "react";
import type { Dialog } from "@/desk/desk";
import { useDesk } from "@/desk/desk";
import { failure, never } from "@/ipc/fake-host";
import type { ContextPreview, GenerationView } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { DraftingBar } from "./drafting-bar";
import { DraftingDialogs } from "./drafting-dialogs";
import { outline, plannedNotes, SCENE, viewOf } from "./fake-drafting";
import type { Candidate, Run } from "./run";
import { cardOf, previewOf, proseOf, runOf, titlesOf } from "./sample";
import { useDrafting } from "./store";

type Say = StoryContext["say"];

interface SceneProps {
  runs?: [number, Run][];
  open?: GenerationView[];
  say: Say;
}

/** The area below the text. */
function Foot({ runs = [], open = [], say }: SceneProps) {
  useState(() => useDrafting.setState({ runs: new Map(runs), decided: new Set() }));
  return (
    <Stage
      desk={{ project: sampleProject(), scene: SCENE }}
      host={{
        "generation.list": () => ({ generations: open }),
        "generation.running": () => ({ turns: [] }),
        "providers.list": () => ({ providers: [{ provider: { id: "local", name: "Ollama" } }] }) as never,
        "manuscript.outline": () => outline(say("第三章 渡口", "Chapter 3 The ferry")) as never,
      }}
    >
      <div className="flex h-110 w-200 max-w-full flex-col overflow-hidden rounded-lg border border-line bg-page">
        <p className="mx-auto max-w-140 flex-1 p-8 font-reading text-lg whitespace-pre-line">
          {proseOf(say)}
        </p>
        <DraftingBar />
      </div>
    </Stage>
  );
}

interface DialogsProps {
  dialog: Dialog;
  preview?: () => ContextPreview | Promise<ContextPreview>;
  answer?: () => GenerationView | Promise<GenerationView>;
  say: Say;
}

function Opened({ dialog, preview = never, answer = never, say }: DialogsProps): ReactNode {
  useState(() => useDesk.setState({ dialog: null }));
  return (
    <Stage
      desk={{ project: sampleProject(), scene: SCENE, dialog }}
      host={{
        "context.preview": preview,
        "pipeline.preview": () => plannedNotes(),
        "generation.run": async () => ({ generations: [await answer()] }),
        "providers.list": () => ({ providers: [{ provider: { id: "local", name: "Ollama" } }] }) as never,
        "manuscript.outline": () => outline(say("第三章 渡口", "Chapter 3 The ferry")) as never,
      }}
    >
      <DraftingDialogs />
    </Stage>
  );
}

const story = (id: string, title: string, render: Story["render"]): Story => ({
  id: `drafting-${id}`,
  title: `Drafting: ${title}`,
  group: "Drafting",
  render,
});

const bar = (id: string, title: string, change: Partial<Run>, ...candidates: Partial<Candidate>[]): Story =>
  story(id, title, ({ say }) => <Foot say={say} runs={[[SCENE, runOf(say, change, ...candidates)]]} />);

const ended: Partial<Candidate> = { status: "complete", outcome: "within_target", counted: 802 };

const request = { scene: SCENE, act: "continue", range: { start: 0, end: 0 } } as const;
const consent: Dialog = { name: "consent", provider: "local", origin: "http://localhost:11434", request };
const values = (act: "card" | "titles"): Dialog => ({ name: "model-values", request: { scene: SCENE, act } });

const STEPS: Run["steps"] = [
  {
    step: "memory",
    title: { zh: "回想前文", en: "Recall the Story" },
    phase: "pre",
    state: "done",
    millis: 320,
  },
  {
    step: "people",
    title: { zh: "人物此时的情况", en: "State of the People" },
    phase: "pre",
    state: "left_out",
    millis: 0,
  },
  { step: "style", title: { zh: "文风样段", en: "Style Sample" }, phase: "pre", state: "failed", millis: 80 },
  {
    step: "mend",
    title: { zh: "改掉查出的问题", en: "Mend What Was Found" },
    phase: "post",
    state: "running",
    millis: null,
  },
];

const long = (say: Say) =>
  say(
    "一个名字特别特别长的模型服务商和它名字更长的模型",
    "a-model-whose-name-goes-on-and-on-as-names-of-models-do",
  ).repeat(3);

export const stories: Story[] = [
  story("asking", "gathering the context", ({ say }) => (
    <Foot say={say} runs={[[SCENE, { ...runOf(say, { phase: "asking" }), candidates: [] }]]} />
  )),
  story("steps", "a step works before the text", ({ say }) => (
    <Foot say={say} runs={[[SCENE, { ...runOf(say, { phase: "asking", steps: STEPS }), candidates: [] }]]} />
  )),
  bar(
    "derived",
    "a step made another text",
    { phase: "ready", decisions: ["open"], shown: 1, steps: STEPS },
    { ...ended, generation: 1, found: 2 },
    { ...ended, generation: 2, derived: { of: 1, step: "mend" }, mended: 2 },
  ),
  bar(
    "ranked",
    "the cleaner of three comes first",
    { phase: "ready", decisions: ["open"], shown: 1, steps: STEPS },
    { ...ended, generation: 1, found: 2, rank: 2, rules: ["age_arithmetic", "pov_drift"] },
    { ...ended, generation: 2, found: 0, rank: 0 },
    { ...ended, generation: 3, found: 1, rank: 1, rules: ["repetition"] },
  ),
  bar("streaming", "text comes in", {}, {}),
  bar(
    "thinking",
    "the model thinks",
    { phase: "asking" },
    { text: "", counted: 0, notice: { kind: "thinking" } },
  ),
  bar(
    "waiting",
    "a busy server",
    { phase: "asking" },
    { text: "", counted: 0, notice: { kind: "waiting", millis: 4000 } },
  ),
  bar(
    "fell-back",
    "another model is asked",
    { phase: "asking" },
    {
      text: "",
      counted: 0,
      notice: { kind: "fell_back", from: "local", to: "deepseek" },
    },
  ),
  bar("soft", "beyond what was wanted", {}, { counted: 905, softened: true }),
  bar("round", "too short, going on", {}, { counted: 420, round: 2, remaining: 380 }),
  bar("stopping", "stopping", { stopping: true }, {}),
  bar("candidates", "three candidates", {}, {}, { counted: 488 }, { counted: 530 }),
  bar("ready", "to be decided on", { phase: "ready", decisions: ["open", "accepted", "rejected"] }, ended),
  bar(
    "chosen",
    "candidates to choose from, one of them failed",
    { phase: "ready", decisions: ["open", "open"] },
    ended,
    { ...ended, generation: 2 },
    { generation: 3, text: "", counted: 0, status: "failed" },
  ),
  bar(
    "cut",
    "at the limit, with overflow",
    { phase: "ready", decisions: ["open", "open", "open"] },
    {
      ...ended,
      counted: 958,
      outcome: "cut",
      cut: "hard_limit_sentence",
      overflow: 120,
    },
  ),
  bar(
    "prompt-cut",
    "the server did not read all of it",
    { phase: "ready", decisions: ["open"] },
    { ...ended, promptCut: true },
  ),
  bar("stopped", "stopped", { phase: "ready", decisions: ["open"] }, { status: "stopped", counted: 212 }),
  bar("comparing", "changes are asked for", { phase: "ready" }, ended),
  bar("same", "no different", { phase: "ready", decisions: [] }, ended),
  bar(
    "failed",
    "nothing came",
    { phase: "ready" },
    {
      text: "",
      counted: 0,
      status: "failed",
      trouble: { kind: "key", message: "401 Unauthorized: invalid key" },
    },
  ),
  bar("not-compared", "the comparison failed", { phase: "ready", failure: failure("busy") }, ended),
  bar("applying", "being accepted", { phase: "applying", decisions: ["accepted"] }, ended),
  story("long", "long words", ({ say }) => (
    <Foot
      say={say}
      runs={[
        [
          SCENE,
          runOf(
            say,
            { phase: "ready", decisions: ["open"] },
            {
              ...ended,
              status: "incomplete",
              model: long(say),
              trouble: { kind: "broken_off", message: long(say).repeat(4) },
            },
          ),
        ],
      ]}
    />
  )),
  story("elsewhere", "another scene is written", ({ say }) => (
    <Foot say={say} runs={[[SCENE + 1, runOf(say, {}, {})]]} />
  )),
  story("unfinished", "a text waits", ({ say }) => (
    <Foot
      say={say}
      open={[viewOf({ id: 5, text: proseOf(say), status: "incomplete", interrupted: true, gate: null })]}
    />
  )),
  story("unfinished-more", "several texts wait", ({ say }) => (
    <Foot
      say={say}
      open={[viewOf({ id: 5, text: proseOf(say), status: "stopped" }), viewOf({ id: 6, text: proseOf(say) })]}
    />
  )),
  story("instruct", "as the author says", ({ say }) => <Opened say={say} dialog={{ name: "instruct" }} />),
  story("preview", "what would be sent", ({ say }) => (
    <Opened say={say} dialog={{ name: "preview-sending", request }} preview={() => previewOf(say)} />
  )),
  story("preview-loading", "what would be sent, loading", ({ say }) => (
    <Opened say={say} dialog={{ name: "preview-sending", request }} />
  )),
  story("consent", "consent", ({ say }) => (
    <Opened say={say} dialog={consent} preview={() => previewOf(say)} />
  )),
  story("consent-long", "consent to a long request", ({ say }) => (
    <Opened
      say={say}
      dialog={consent}
      preview={() => {
        const preview = previewOf(say);
        const messages = preview.messages.map((one) => ({ ...one, content: one.content.repeat(60) }));
        return { ...preview, messages, tokens: 42_000 };
      }}
    />
  )),
  story("consent-error", "consent, but nothing to be seen", ({ say }) => (
    <Opened
      say={say}
      dialog={consent}
      preview={() => {
        throw failure("prompt_faulty");
      }}
    />
  )),
  story("card", "a scene card", ({ say }) => (
    <Opened
      say={say}
      dialog={values("card")}
      answer={() => viewOf({ act: "card", text: JSON.stringify(cardOf(say)), gate: null })}
    />
  )),
  story("card-loading", "a scene card, asked for", ({ say }) => <Opened say={say} dialog={values("card")} />),
  story("titles", "chapter titles", ({ say }) => (
    <Opened
      say={say}
      dialog={values("titles")}
      answer={() => viewOf({ act: "titles", text: JSON.stringify(titlesOf(say)), gate: null })}
    />
  )),
  story("titles-none", "no titles", ({ say }) => (
    <Opened
      say={say}
      dialog={values("titles")}
      answer={() => viewOf({ act: "titles", text: '{"candidates":[]}', gate: null })}
    />
  )),
  story("values-faulty", "an answer that cannot be used", ({ say }) => (
    <Opened say={say} dialog={values("card")} answer={() => viewOf({ act: "card", text: "…", gate: null })} />
  )),
  story("values-failed", "a value that failed", ({ say }) => (
    <Opened
      say={say}
      dialog={values("card")}
      answer={() =>
        viewOf({
          act: "card",
          status: "failed",
          trouble: { kind: "rate_limited", message: "429 Too Many Requests" },
          gate: null,
        })
      }
    />
  )),
  story("values-locked", "keys are locked", ({ say }) => (
    <Opened
      say={say}
      dialog={values("titles")}
      answer={() => {
        throw failure("keys_locked");
      }}
    />
  )),
];
