// Sample artifacts, for stories and tests.
import type { ArtifactEntry, ArtifactHistory, ArtifactValue, ProfileList } from "@/ipc/types";

interface Sayer {
  say: (zh: string, en: string) => string;
}

function versionOf(version: number, value: string, change: Partial<ArtifactValue> = {}): ArtifactValue {
  return {
    version,
    value,
    based_on: version > 1 ? version - 1 : null,
    at: { scene: 1, version: 3 },
    run: 5,
    node: "situation",
    generation: null,
    made_by: "step",
    pinned: null,
    created_at: Date.now() - 3_600_000 * (10 - version),
    ...change,
  };
}

const entryOf = (
  change: Partial<ArtifactEntry> & Pick<ArtifactEntry, "name" | "version">,
): ArtifactEntry => ({
  subject: "novel",
  kind: "state",
  writer: `careful/${change.name}`,
  visibility: "prompt_and_ui",
  surface: `panel:${change.name}`,
  content_type: "text",
  shown_as: "latest",
  withheld: false,
  newest: change.version.version,
  ...change,
});

/** A panel of fields, and a feed of comments. */
export function artifactsOf({ say }: Sayer): ArtifactEntry[] {
  const state = say(
    '{"此刻":"陆远在渡口等船，老何不肯开。","悬着的事":["伞是谁的","对岸有谁"]}',
    '{"where":"Lu Yuan waits at the ferry; Old He will not cast off.","open":["whose umbrella","who is across"]}',
  );
  return [
    entryOf({ name: "situation", content_type: "json", version: versionOf(3, state) }),
    entryOf({
      name: "comments",
      kind: "commentary",
      surface: "feed:comments",
      shown_as: "timeline",
      visibility: "ui_only",
      withheld: true,
      version: versionOf(2, say("这一场的钟声没有回收。", "The bell of this scene is not taken up again."), {
        made_by: "author",
        pinned: "author",
      }),
    }),
  ];
}

export function historyOf({ say }: Sayer): ArtifactHistory {
  return {
    versions: [
      versionOf(3, say("陆远在渡口等船。", "Lu Yuan waits at the ferry.")),
      versionOf(2, say("陆远进了镇子。", "Lu Yuan enters the town."), { pinned: "receipt" }),
      versionOf(1, say("陆远在路上。", "Lu Yuan is on the road."), { at: null, made_by: "author" }),
    ],
    deleted: [{ first: 4, last: 5, why: "keep_versions", at: Date.now() }],
  };
}

const step = (name: string, zh: string, en: string) => ({
  step: name,
  title: { zh, en },
  phase: "settled" as const,
  handler: "update_state",
  required: true,
  asks: true,
  surface: name === "comments" ? "feed:comments" : `panel:${name}`,
});

export const PROFILES: ProfileList = {
  profiles: [
    {
      profile: "careful",
      title: { zh: "细写", en: "Careful" },
      description: { zh: "", en: "" },
      origin: "novel",
      version: 1,
      acts: [],
      steps: [step("situation", "局面", "The situation"), step("comments", "读者的话", "A reader's remarks")],
      untrusted: false,
      notes_unread: [],
    },
  ],
  uses: [],
  resolved: { profile: "careful", level: "novel", gone: [] },
};
