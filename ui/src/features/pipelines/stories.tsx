// The profiles of generation in their states, and the choice of one.
import { useState } from "react";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { OutlineView } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story } from "@/stories/story";
import { ChooseProfileDialog } from "./choose-dialog";
import { ProfilesCentre } from "./profiles-centre";
import { backendOf, listOf, TEXT } from "./sample";
import { forgetProfiles, useProfiles } from "./state";

type Beginning = Partial<ReturnType<typeof useProfiles.getState>>;

interface PlaceProps {
  host?: FakeAnswers;
  begins?: Beginning;
  narrow?: boolean;
  writable?: boolean;
}

function Place({ host = backendOf(), begins = {}, narrow = false, writable = true }: PlaceProps) {
  return (
    <Stage
      host={host}
      desk={{ project: sampleProject({ writable }), scene: 3, centre: { kind: "profiles" } }}
    >
      <Begins begins={begins} />
      <div
        className={`h-140 max-w-full overflow-hidden rounded-lg border border-line ${narrow ? "w-120" : "w-240"}`}
      >
        <ProfilesCentre profile={undefined} />
      </div>
    </Stage>
  );
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
  story("edit", "as JSON", () => <Place begins={{ chosen: "friend", draft: TEXT, original: TEXT }} />),
  story("faulty", "with faults", () => (
    <Place
      begins={{ chosen: "friend", draft: TEXT.replace("work_notes", "work_note"), original: TEXT }}
      writable={false}
    />
  )),
  story("leave", "unsaved changes", () => (
    <Place begins={{ chosen: "friend", draft: `${TEXT} `, original: TEXT, asks: () => undefined }} />
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
  story("choose", "choosing one", () => <Choosing />),
  story("choose-gone", "a chosen one is gone", () => (
    <Choosing
      list={listOf({
        resolved: { profile: "careful", level: "novel", gone: [{ level: "scene", profile: "lost" }] },
      })}
    />
  )),
];
