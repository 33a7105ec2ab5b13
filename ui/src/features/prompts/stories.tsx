// The prompt workshop in its states.
import { useState } from "react";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { PromptsCentre } from "./prompts-centre";
import { backendOf, outlineOf, ownOf, previewOf, templateOf } from "./sample";
import { forgetWorkshop, useWorkshop } from "./state";

type Beginning = Partial<ReturnType<typeof useWorkshop.getState>>;

interface PlaceProps {
  host: FakeAnswers;
  begins?: Beginning;
  narrow?: boolean;
  writable?: boolean;
}

function Place({ host, begins = {}, narrow = false, writable = true }: PlaceProps) {
  return (
    <Stage host={host} desk={{ project: sampleProject({ writable }), scene: 3, centre: { kind: "prompts" } }}>
      <Begins begins={begins} />
      <div
        className={`h-160 max-w-full overflow-hidden rounded-lg border border-line ${narrow ? "w-170" : "w-300"}`}
      >
        <PromptsCentre />
      </div>
    </Stage>
  );
}

/** Sets the workshop state before rendering. */
function Begins({ begins }: { begins: Beginning }) {
  useState(() => {
    forgetWorkshop();
    useWorkshop.setState(begins);
  });
  return null;
}

const fail = () => {
  throw failure("io", { message: "the disk did not answer" });
};
const DRAFT = { group: "scene_generation", key: "scene_draft" };
const CARD = { group: "scene_generation", key: "scene_card" };
const own = ({ say }: StoryContext) => ({
  chosen: DRAFT,
  version: 12,
  note: "",
  base: ownOf(say)[1]?.template,
});

/** The text of the newest version, edited. */
function changed(context: StoryContext, more: string): Beginning {
  const { base, ...begins } = own(context);
  return { ...begins, draft: `${base}${more}` };
}

/** Text that is too long everywhere. */
function Long({ say }: StoryContext) {
  const long = say(
    "起草一场在渡口等了三十年也没有等到那个答应过会回来的人的老船工的侄女的戏",
    "Draft a scene about a niece of the ferryman who waited thirty years for someone who had promised to return",
  );
  const backend = backendOf(say);
  const host: FakeAnswers = {
    ...backend,
    "prompts.list": (request) => {
      const list = backend["prompts.list"]?.(request);
      if (list === undefined || list instanceof Promise) throw failure("internal");
      const prompts = list.prompts.map((one) => ({
        ...one,
        title: long,
        description: long.repeat(2),
        versions: one.versions.map((version) => ({ ...version, note: long.repeat(2) })),
      }));
      return { ...list, prompts };
    },
    "prompts.get": () => ({ template: templateOf(long.repeat(6), say("zh", "en") as "zh" | "en") }),
    "manuscript.outline": () => outlineOf(say),
  };
  return <Place host={host} begins={{ chosen: DRAFT, side: "versions" }} narrow />;
}

const story = (id: string, title: string, render: Story["render"]): Story => ({
  id,
  title,
  group: "Prompts",
  render,
});

export const stories: Story[] = [
  story("prompts", "Prompts: a template and its example", ({ say }) => (
    <Place host={backendOf(say)} begins={{ chosen: DRAFT }} />
  )),
  story("prompts-narrow", "Prompts: beside the binder", ({ say }) => (
    <Place host={backendOf(say)} begins={{ chosen: DRAFT }} narrow />
  )),
  story("prompts-unsaved", "Prompts: changed, tried with a scene", (context) => (
    <Place
      host={{
        ...backendOf(context.say),
        "context.preview": () => previewOf(context.say, { suspicions: ["ignore_instructions"] }),
      }}
      begins={{ ...changed(context, "\n{# … #}\n"), trial: "scene" }}
    />
  )),
  story("prompts-faults", "Prompts: faults by line", (context) => (
    <Place host={backendOf(context.say)} begins={changed(context, "\n{{ layers.recent }}\n{{ nobody }}\n")} />
  )),
  story("prompts-variables", "Prompts: variables", ({ say }) => (
    <Place host={backendOf(say)} begins={{ chosen: DRAFT, side: "variables" }} />
  )),
  story("prompts-versions", "Prompts: versions, an older one looked at", ({ say }) => (
    <Place host={backendOf(say)} begins={{ chosen: DRAFT, side: "versions", version: 11 }} />
  )),
  story("prompts-compare", "Prompts: two versions compared", ({ say }) => (
    <Place
      host={backendOf(say)}
      begins={{ chosen: DRAFT, side: "versions", compared: { from: null, to: 12 } }}
    />
  )),
  story("prompts-same", "Prompts: both sides the same", ({ say }) => (
    <Place host={backendOf(say)} begins={{ chosen: DRAFT, compared: { from: 12, to: 12 } }} narrow />
  )),
  story("prompts-refused", "Prompts: a file that cannot be used", ({ say }) => (
    <Place
      host={backendOf(say)}
      begins={{
        chosen: CARD,
        refused: {
          file: say("我的场景卡.md", "my scene card.md"),
          faults: [
            { line: 4, what: { fault: "unknown_value", key: "output", value: "sing" } },
            { line: 31, what: { fault: "not_closed", opening: "{% if" } },
          ],
        },
      }}
    />
  )),
  story("prompts-leaving", "Prompts: leaving with unsaved words", (context) => (
    <Place
      host={backendOf(context.say)}
      begins={{ ...changed(context, "\n{# … #}\n"), asks: () => undefined }}
    />
  )),
  story("prompts-no-model", "Prompts: tried, no model is set up", ({ say }) => (
    <Place
      host={{ ...backendOf(say), "context.preview": () => previewOf(say, { target: null, length: 0 }) }}
      begins={{ chosen: CARD, trial: "scene" }}
    />
  )),
  story("prompts-trial-failed", "Prompts: the trial fails", ({ say }) => (
    <Place host={{ ...backendOf(say), "context.preview": fail }} begins={{ chosen: CARD, trial: "scene" }} />
  )),
  story("prompts-read-only", "Prompts: read-only project", ({ say }) => (
    <Place host={backendOf(say)} begins={{ chosen: DRAFT, side: "versions" }} writable={false} />
  )),
  story("prompts-empty", "Prompts: none in this language", ({ say }) => (
    <Place host={{ ...backendOf(say), "prompts.list": () => ({ prompts: [], variables: [] }) }} narrow />
  )),
  story("prompts-loading", "Prompts: being read", () => <Place host={{ "prompts.list": never }} narrow />),
  story("prompts-error", "Prompts: cannot be read", () => <Place host={{ "prompts.list": fail }} narrow />),
  story("prompts-gone", "Prompts: a template cannot be read", ({ say }) => (
    <Place host={{ ...backendOf(say), "prompts.get": fail }} begins={{ chosen: DRAFT }} />
  )),
  story("prompts-long", "Prompts: long words, narrow", (context) => <Long {...context} />),
];
