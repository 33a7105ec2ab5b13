// Mendings: the dialogs with their prices, the open ones, a session, and the changes of a scene.
import { type ReactNode, useState } from "react";
import { type Dialog, NOTHING_SHOWN } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story } from "@/stories/story";
import { MendFindingDialog } from "./finding-dialog";
import { MendDialog } from "./mend-dialog";
import { Mending } from "./mending-view";
import { OpenMendings } from "./open-mendings";
import { USUAL } from "./policy";
import { PolicyDialog } from "./policy-dialog";
import {
  detail,
  estimate,
  fakeMendings,
  issue,
  MODEL,
  mendRun,
  piece,
  proposal,
  type Say,
  sampleIssues,
  scene,
  session,
  settingIssue,
  settingProposal,
} from "./sample";
import { ChangesInText, textAnswers } from "./sample-text";
import { useMendings } from "./state";
import { MendToolsDialog } from "./tools-dialog";

interface PanelProps {
  say: Say;
  more?: FakeAnswers;
  /** The scene whose changes are shown. */
  scene?: number | null;
  writable?: boolean;
  dialog?: Dialog;
  children?: ReactNode;
}

function Panel({ say, more = {}, scene: of = null, writable = true, dialog, children }: PanelProps) {
  return (
    <Stage
      host={fakeMendings(say, more)}
      desk={{
        project: sampleProject({ writable }),
        scene: 2,
        dialog: dialog ?? null,
        tab: "findings",
        shown: { ...NOTHING_SHOWN, mending: 1 },
      }}
    >
      <Looked scene={of}>
        {children ?? (
          <div className="flex h-180 w-79 flex-col overflow-hidden rounded-lg border border-line bg-surface text-ink">
            <Mending session={1} onBack={() => undefined} />
          </div>
        )}
      </Looked>
    </Stage>
  );
}

function Looked({ scene: of, children }: { scene: number | null; children: ReactNode }) {
  useState(() => useMendings.setState({ scene: of }));
  return children;
}

const story = (id: string, title: string, given: (say: Say) => Omit<PanelProps, "say">): Story => ({
  id: `mending-${id}`,
  title: `Mending: ${title}`,
  group: "Mending",
  render: ({ say }) => <Panel say={say} {...given(say)} />,
});

const dialog = (id: string, title: string, more: FakeAnswers): Story =>
  story(id, title, () => ({
    more,
    dialog: { name: "mend", reach: "chapter", scene: 2 },
    children: <MendDialog />,
  }));

const noModel: FakeAnswers = {
  "providers.list": () => ({ routes: { default: null, tasks: {} }, providers: [] }) as never,
};
const fails = () => {
  throw failure("damaged");
};

/** Lines of mendings in every state. */
function Lines() {
  return (
    <div className="w-79 overflow-hidden rounded-lg border border-line bg-surface text-ink">
      <OpenMendings />
    </div>
  );
}

const long = (say: Say) =>
  say("没有月亮的夜里自己从上游漂回来的那条船", "the boat that came drifting back ").repeat(6);

export const stories: Story[] = [
  dialog("begin", "beginning one, with its price", {}),
  dialog("begin-claimed", "with scenes of another mending", {
    "mend.estimate": () =>
      estimate({
        claimed: [{ scene: 3, session: 1 }],
        model: { ...MODEL, consented: false },
        cost: null,
      }),
  }),
  dialog("begin-no-model", "without a model", {
    ...noModel,
    "mend.estimate": () => estimate({ model: null, requests: 0, cost: null, replacements: 5, deferred: 7 }),
  }),
  dialog("begin-nothing", "nothing to mend", {
    "mend.estimate": () => estimate({ issues: 0, replacements: 0, deferred: 0, scenes: 0, model: null }),
  }),
  dialog("begin-loading", "before the price is known", { "mend.estimate": never }),
  dialog("begin-error", "a price that cannot be read", { "mend.estimate": fails }),
  story("finding", "one finding", (say) => ({
    dialog: {
      name: "mend-finding",
      finding: 1,
      words: say("名字应是“青石渡”，这里写成“青石度”。", "The name should be “Bluestone Ferry”."),
    },
    more: {
      "mend.estimate": () =>
        estimate({ issues: 1, replacements: 0, deferred: 0, scenes: 1, requests: 1, max_rounds: 1 }),
    },
    children: <MendFindingDialog />,
  })),
  story("open", "those that have not ended", (say) => ({
    children: <Lines />,
    more: {
      "workflow.runs": () => ({ runs: [mendRun(41)], more: false }) as never,
      "mend.list": () => ({
        sessions: [
          session(1, say, { status: "active", round: 1, waiting: 0 }),
          session(2, say, { scope: "finding", title: say("青石度", "Bluestone Fery"), run: 42 }),
          session(3, say, { scope: "book", title: "", status: "active", run: 43, waiting: 0 }),
          session(4, say, { scope: "scene", title: long(say), run: 44 }),
        ],
        more: false,
      }),
    },
  })),
  story("session", "what waits, and what became of the issues", () => ({})),
  story("setting", "a change of the setting in place of one of the text", (say) => ({
    more: {
      "mend.show": () =>
        detail(say, {
          next_policy: { ...USUAL, count: 5 },
          scenes: [scene(2, say, { best_round: 0, stop: "no_tool" })],
          issues: [
            settingIssue(1, say),
            settingIssue(2, say, { proposal: settingProposal(say, "applied") }),
            settingIssue(3, say, { reason: "no_proposal", proposal: null }),
          ].map((one) => ({ ...one, scene: 2 })),
        }),
    },
  })),
  story("tools", "which tools mend what", () => ({
    dialog: { name: "mend-tools" },
    children: <MendToolsDialog />,
  })),
  story("tools-error", "tools that cannot be read", () => ({
    dialog: { name: "mend-tools" },
    more: { "mend.tools": fails },
    children: <MendToolsDialog />,
  })),
  story("policy", "changing when it stops", (say) => ({
    children: <PolicyDialog detail={detail(say)} isAtWork onClose={() => undefined} />,
  })),
  story("working", "at work", (say) => ({
    more: {
      "workflow.runs": () => ({ runs: [mendRun(41)], more: false }) as never,
      "mend.show": () =>
        detail(say, { session: session(1, say, { status: "active", round: 1, waiting: 0 }) }),
    },
  })),
  story("ended", "ended, with accepted changes", (say) => ({
    more: {
      "mend.show": () =>
        detail(say, {
          session: session(1, say, { status: "completed", waiting: 0, ended_at: Date.UTC(2026, 10, 22) }),
          scenes: [scene(2, say, { fate: "partly" }), scene(3, say, { fate: "released", best_round: 0 })],
        }),
    },
  })),
  story("failed", "that failed, with long words", (say) => ({
    more: {
      "mend.show": () =>
        detail(say, {
          session: session(1, say, {
            status: "failed",
            qc: "QC-012",
            waiting: 0,
            title: long(say),
            ended_at: 1,
          }),
          note: long(say),
          scenes: [
            scene(2, say, { chapter_title: long(say), title: long(say), fate: "released", stop: "money" }),
          ],
          issues: sampleIssues(say).map((one) => ({ ...one, scene: 2, found: long(say) })),
        }),
    },
  })),
  story("missing", "with texts that cannot be read", (say) => ({
    more: {
      "mend.show": () =>
        detail(say, {
          session: session(1, say, { waiting: 0, missing: 2, qc: "QC-017" }),
          scenes: [2, 3].map((id) =>
            scene(id, say, { missing: { scene: id, round: id - 2, hash: "9f2c" }, stop: null }),
          ),
          issues: sampleIssues(say).map((one) => ({ ...one, by_author: one.id === 1 })),
        }),
    },
  })),
  story("missing-read-only", "with a text that cannot be read, for reading only", (say) => ({
    writable: false,
    more: {
      "mend.show": () =>
        detail(say, { scenes: [scene(2, say, { missing: { scene: 2, round: 0, hash: "9f2c" } })] }),
    },
  })),
  story("loading", "loading", () => ({ more: { "mend.show": never } })),
  story("error", "that cannot be read", () => ({ more: { "mend.show": fails } })),
  story("proposal", "the changes of a scene", () => ({ scene: 2 })),
  story("proposal-many", "three hundred changes", (say) => ({
    scene: 2,
    more: {
      "mend.proposal": () =>
        proposal(say, { pieces: Array.from({ length: 300 }, (_, at) => piece(at, { issues: [1] })) }),
    },
  })),
  story("proposal-long", "long words, several issues", (say) => ({
    scene: 2,
    more: {
      "mend.show": () =>
        detail(say, { issues: [issue(1, { found: long(say) }), issue(2, { expected: long(say) })] }),
      "mend.proposal": () =>
        proposal(say, {
          pieces: [
            piece(0, {
              issues: [1, 2],
              generation: 7,
              edits: [
                {
                  range: { start: 0, end: 4 },
                  old: long(say),
                  new: long(say),
                  before: long(say),
                  after: long(say),
                },
              ],
            }),
          ],
        }),
    },
  })),
  story("text", "the changes in the text", (say) => ({
    scene: 2,
    children: <ChangesInText say={say} />,
    more: textAnswers(say),
  })),
  story("text-conflict", "a change where the author has edited the text", (say) => ({
    scene: 2,
    children: <ChangesInText say={say} />,
    more: textAnswers(say, { is_conflict: true }),
  })),
  story("text-read-only", "changes in a text for reading only", (say) => ({
    scene: 2,
    writable: false,
    children: <ChangesInText say={say} />,
    more: textAnswers(say),
  })),
  story("elsewhere", "changes of a scene that is not open", (say) => ({
    scene: 3,
    children: <ChangesInText say={say} />,
  })),
  story("proposal-read-only", "changes for reading only", () => ({ scene: 2, writable: false })),
  story("proposal-none", "no changes", (say) => ({
    scene: 2,
    more: { "mend.proposal": () => proposal(say, { pieces: [] }) },
  })),
  story("proposal-decided", "changes that were decided", () => ({
    scene: 2,
    more: {
      "mend.proposal": () => {
        throw failure("bad_request");
      },
    },
  })),
  story("proposal-error", "changes that cannot be read", () => ({
    scene: 2,
    more: { "mend.proposal": fails },
  })),
];
