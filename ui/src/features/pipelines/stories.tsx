// The profiles of generation in their states, and the choice of one.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSending } from "@/desk/sending";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { OutlineView, ProfileView, WorkflowFault } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story } from "@/stories/story";
import { ChooseProfileDialog } from "./choose-dialog";
import { textOf } from "./draft";
import { PlannedSteps } from "./planned-steps";
import { ProfilesCentre } from "./profiles-centre";
import { backendOf, listOf, TEXT, trialOf } from "./sample";
import { forgetProfiles, useProfiles } from "./state";
import { Trial } from "./trial";
import { TryProfileDialog } from "./try-dialog";

type Beginning = Partial<ReturnType<typeof useProfiles.getState>>;

/** The steps of `STEPS`, by their handlers. */
const ORDER = ["work_notes", "require", "check_text", "update_state"];

const STEPS = textOf({
  profile_id: "friend",
  title: { zh: "朋友的方案", en: "A friend's profile" },
  description: { zh: "先看计划，写完检查。", en: "Looks at the plan first, then checks the text." },
  for: ["draft", "continue"],
  patience_s: 60,
  pre: [
    { id: "notes", handler: "work_notes", required: false },
    { id: "plan", handler: "require", params: { plan: ["synopsis", "pov"] }, depends_on: ["notes"] },
  ],
  post: [{ id: "check", handler: "check_text" }],
  settled: [
    {
      id: "state",
      handler: "update_state",
      writes: {
        name: "situation",
        subject: "novel",
        visibility: "prompt_and_ui",
        surface: "panel:situation",
      },
    },
  ],
});

const FAULTS: WorkflowFault[] = [
  {
    line: 20,
    column: 17,
    pointer: "/pre/1/when",
    code: "bad_condition",
    message: "a value is missing at the end",
  },
  {
    line: 24,
    column: 7,
    pointer: "/settled/0/writes/name",
    code: "two_writers",
    message: "`situation` is already written by `mine/state`; a value has one writer",
  },
];

interface PlaceProps {
  host?: FakeAnswers;
  begins?: Beginning;
  narrow?: boolean;
  tall?: boolean;
  writable?: boolean;
}

function Place(props: PlaceProps) {
  const { host = backendOf(), begins = {}, narrow = false, tall = false, writable = true } = props;
  return (
    <Stage
      host={host}
      desk={{ project: sampleProject({ writable }), scene: 3, centre: { kind: "profiles" } }}
    >
      <Begins begins={begins} />
      <div
        className={`${tall ? "h-280" : "h-140"} max-w-full overflow-hidden rounded-lg border border-line ${narrow ? "w-120" : "w-240"}`}
      >
        <ProfilesCentre profile={undefined} />
      </div>
    </Stage>
  );
}

/** Presses the line of a step as soon as it is there. */
function Pressed({ name, children }: { name: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new MutationObserver(() => {
      const at = ORDER.indexOf(name);
      const line = place.current?.querySelectorAll<HTMLElement>(
        "li[data-pointer] > div > button[aria-expanded]",
      )[at];
      if (line === undefined) return;
      observer.disconnect();
      line.click();
    });
    if (place.current !== null) observer.observe(place.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [name]);
  return <div ref={place}>{children}</div>;
}

/** Sets the view state before rendering. */
function Begins({ begins }: { begins: Beginning }) {
  useState(() => {
    forgetProfiles();
    useProfiles.setState(begins);
  });
  return null;
}

const OUTLINE = {
  volumes: [{ id: 1, title: "", chapters: [{ id: 2, title: "渡口", scenes: [{ id: 3, title: "" }] }] }],
} as unknown as OutlineView;

function Choosing({ list = listOf() }: { list?: ReturnType<typeof listOf> }) {
  return (
    <Stage
      host={{ ...backendOf(list), "manuscript.outline": () => OUTLINE }}
      desk={{ project: sampleProject(), scene: 3, dialog: { name: "choose-profile", act: "draft" } }}
    >
      <ChooseProfileDialog />
    </Stage>
  );
}

function Planned({ skip = [], host = {} }: { skip?: readonly string[]; host?: FakeAnswers }) {
  useState(() =>
    useSending.setState({ profiles: new Map(), excluded: new Map(), skipped: new Map([[3, skip]]) }),
  );
  return (
    <Stage host={{ ...backendOf(), ...host }} desk={{ project: sampleProject(), scene: 3 }}>
      <div className="w-79 rounded-lg border border-line bg-surface p-3 text-ink">
        <PlannedSteps scene={3} act="draft" />
      </div>
    </Stage>
  );
}

function Trying() {
  return (
    <Stage
      host={{ ...backendOf(), "manuscript.outline": () => OUTLINE }}
      desk={{
        project: sampleProject(),
        scene: 3,
        dialog: { name: "try-profile", profile: "careful", title: "细写" },
      }}
    >
      <TryProfileDialog />
    </Stage>
  );
}

const story = (id: string, title: string, render: Story["render"]): Story => ({
  id: `pipelines-${id}`,
  title: `Profiles: ${title}`,
  group: "Profiles",
  render,
});

export const stories: Story[] = [
  story("steps", "the steps of a profile", () => <Place begins={{ chosen: "careful" }} />),
  story("narrow", "in a narrow window", () => <Place begins={{ chosen: "careful" }} narrow />),
  story("plain", "without steps", () => <Place begins={{ chosen: "plain" }} />),
  story("untrusted", "from a file", () => <Place begins={{ chosen: "friend" }} />),
  story("edit", "steps as forms", () => (
    <Place begins={{ chosen: "friend", draft: STEPS, original: TEXT, past: [{ text: TEXT, field: null }] }} />
  )),
  story("edit-narrow", "steps as forms in a narrow window", () => (
    <Place begins={{ chosen: "friend", draft: STEPS, original: TEXT }} narrow />
  )),
  story("edit-step", "a step unfolded", () => (
    <Pressed name="require">
      <Place begins={{ chosen: "friend", draft: STEPS, original: TEXT }} tall />
    </Pressed>
  )),
  story("edit-value", "a step that leaves a value", () => (
    <Pressed name="update_state">
      <Place begins={{ chosen: "friend", draft: STEPS, original: TEXT }} tall />
    </Pressed>
  )),
  story("edit-faulty", "a step with a fault", () => (
    <Pressed name="require">
      <Place
        host={{ ...backendOf(), "pipeline.validate": () => ({ errors: FAULTS, profile: null }) }}
        begins={{ chosen: "friend", draft: STEPS, original: TEXT }}
        tall
      />
    </Pressed>
  )),
  story("edit-broken", "forms while the JSON has a fault", () => (
    <Place
      host={{
        ...backendOf(),
        "pipeline.validate": () => ({
          errors: [
            { line: 5, column: 1, pointer: "", code: "syntax", message: "invalid JSON: EOF while parsing" },
          ],
          profile: null,
        }),
      }}
      begins={{ chosen: "friend", draft: TEXT.slice(0, -4), original: TEXT }}
    />
  )),
  story("json", "as JSON", () => (
    <Place begins={{ chosen: "friend", draft: TEXT, original: TEXT, view: "json" }} />
  )),
  story("faulty", "with faults", () => (
    <Place
      begins={{
        chosen: "friend",
        draft: TEXT.replace("work_notes", "work_note"),
        original: TEXT,
        view: "json",
      }}
      writable={false}
    />
  )),
  story("leave", "unsaved changes", () => (
    <Place begins={{ chosen: "friend", draft: `${TEXT} `, original: TEXT, asks: () => undefined }} />
  )),
  story("replace", "an import that would replace one", () => (
    <Place
      begins={{
        chosen: "friend",
        refused: {
          act: "import",
          path: "path-7",
          to: "novel",
          lost: {
            title: { zh: "朋友的方案", en: "A friend's profile" },
            version: 3,
            lost: ["pre/notes", "post/check"],
          },
        },
      }}
    />
  )),
  story("no-profile", "an import of a picture", () => (
    <Place
      begins={{
        chosen: "friend",
        refused: { act: "read", name: "猫.png", to: "novel", file: { refusal: "not_text", errors: [] } },
      }}
    />
  )),
  story("faulty-file", "an import with faults", () => (
    <Place
      begins={{
        chosen: "friend",
        refused: { act: "read", name: "雨夜.json", to: "novel", file: { refusal: "faulty", errors: FAULTS } },
      }}
    />
  )),
  story("in-use", "one in use would be removed", () => (
    <Place
      host={{ ...backendOf(), "manuscript.outline": () => OUTLINE }}
      begins={{
        chosen: "friend",
        refused: {
          act: "remove",
          name: "朋友的方案",
          profile: listOf().profiles.find(({ profile }) => profile === "friend") as ProfileView,
          uses: [
            { subject: { chapter: 2 }, act: "*", profile: "friend", applies: "careful", level: "novel" },
            { subject: { scene: 3 }, act: "draft", profile: "friend", applies: "plain", level: "default" },
          ],
        },
      }}
    />
  )),
  story("loading", "loading", () => <Place host={{ "pipeline.list": never }} />),
  story("error", "not readable", () => (
    <Place
      host={{
        "pipeline.list": () => {
          throw failure("io");
        },
      }}
    />
  )),
  story("planned", "the steps of the next text", () => <Planned />),
  story("planned-skipped", "a step left out this time", () => <Planned skip={["notes"]} />),
  story("planned-error", "steps that cannot be priced", () => (
    <Planned
      host={{
        "pipeline.preview": () => {
          throw failure("damaged");
        },
      }}
    />
  )),
  story("try", "a trial before it begins", () => <Trying />),
  story("try-done", "a trial that has ended", () => (
    <div className="w-160 max-w-full rounded-lg border border-line bg-surface-raised p-4">
      <Trial trial={trialOf()} />
    </div>
  )),
  story("choose", "choosing one", () => <Choosing />),
  story("choose-gone", "a chosen one is gone", () => (
    <Choosing
      list={listOf({
        resolved: { profile: "careful", level: "novel", gone: [{ level: "scene", profile: "lost" }] },
      })}
    />
  )),
];
