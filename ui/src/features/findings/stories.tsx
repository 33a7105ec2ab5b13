// Findings: the list in its states, a full finding, the card in the text, and the rules with their measurements.
import { type ReactNode, useState } from "react";
import { type Dialog, NOTHING_SHOWN, type Shown } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { FindingView } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story } from "@/stories/story";
import { useChecking } from "./checking";
import { FindingCard } from "./finding-card";
import { FindingsTab } from "./findings-tab";
import { CheckRulesDialog } from "./rules-dialog";
import { fakeFindings, finding, type Say, sampleFindings } from "./sample";
import { useFindingsView } from "./state";

/** The tab without mendings. */
const Nothing = () => null;
const Tab = () => <FindingsTab open={Nothing} mending={Nothing} />;

interface PanelProps {
  say: Say;
  more?: FakeAnswers;
  shown?: Partial<Shown>;
  view?: Partial<ReturnType<typeof useFindingsView.getState>>;
  checking?: Partial<ReturnType<typeof useChecking.getState>>;
  writable?: boolean;
  dialog?: Dialog;
  children?: ReactNode;
}

const IDLE = useChecking.getState();
const LOOK = useFindingsView.getState();

function Panel(props: PanelProps) {
  const { say, more = {}, shown = {}, view = {}, checking = {}, writable = true, dialog, children } = props;
  return (
    <Stage
      host={fakeFindings(say, more)}
      desk={{
        project: sampleProject({ writable }),
        scene: 2,
        dialog: dialog ?? null,
        tab: "findings",
        shown: { ...NOTHING_SHOWN, ...shown },
      }}
    >
      <Looked view={view} checking={checking}>
        {children ?? (
          <div className="h-180 w-79 overflow-hidden rounded-lg border border-line bg-surface text-ink">
            <Tab />
          </div>
        )}
      </Looked>
    </Stage>
  );
}

function Looked({ view, checking, children }: Required<Pick<PanelProps, "view" | "checking" | "children">>) {
  useState(() => {
    useFindingsView.setState({ ...LOOK, ...view });
    useChecking.setState({ ...IDLE, ...checking });
  });
  return children;
}

const story = (id: string, title: string, given: (say: Say) => Omit<PanelProps, "say">): Story => ({
  id: `findings-${id}`,
  title: `Findings: ${title}`,
  group: "Findings",
  render: ({ say }) => <Panel say={say} {...given(say)} />,
});

const answers = (findings: FindingView[], checked_at: number | null = Date.UTC(2026, 10, 22)) => ({
  more: { "check.list": () => ({ findings, checked_at }) },
});

function many(say: Say): FindingView[] {
  const sample = sampleFindings(say);
  return Array.from({ length: 3000 }, (_, at) => ({ ...(sample[at % 5] as FindingView), id: at + 1 }));
}

function long(say: Say): FindingView[] {
  const [first] = sampleFindings(say);
  const words = say("没有月亮的夜里自己从上游漂回来的那条船", "the boat that came drifting back by itself ");
  const one = first ?? finding(1, "absent_acts");
  return [
    {
      ...one,
      expected: words.repeat(6),
      found: "x".repeat(120),
      replacement: words.repeat(4),
      found_by: { by: "model", model: "a-model-with-a-very-long-name-that-goes-on-and-on" },
      evidence: one.evidence.map((piece) => ({
        ...piece,
        quote: words.repeat(12),
        chapter_title: words.repeat(3),
      })),
    },
  ];
}

export const stories: Story[] = [
  story("chapter", "of the chapter, one in full", () => ({ shown: { finding: 1 } })),
  story("waived", "of the book, with what was let pass", () => ({
    shown: { findingsOf: "book", finding: 6 },
    view: { waived: true },
  })),
  story("many", "3,000 of them", (say) => ({ ...answers(many(say)), shown: { findingsOf: "book" } })),
  story("long", "long words", (say) => ({ ...answers(long(say)), shown: { finding: 1 } })),
  story("read-only", "for reading only", () => ({ shown: { finding: 2 }, writable: false })),
  story("checking", "a check under way", () => ({
    checking: { reach: "book", progress: { stage: "check", done: 48, total: 120 } },
  })),
  story("checked", "how a check ended, none is so severe", (say) => ({
    ...answers(sampleFindings(say).filter(({ severity }) => severity === "low")),
    view: { least: "critical" },
    checking: { ended: { found: 5, new: 2, gone: 1 } },
  })),
  story("unchecked", "not checked yet", () => ({ ...answers([], null) })),
  story("clean", "nothing was found", () => ({ ...answers([]), checking: { ended: "stopped" } })),
  story("loading", "loading", () => ({ more: { "check.list": never } })),
  story("error", "that cannot be read, a check that failed", () => ({
    checking: { failure: failure("internal") },
    more: {
      "check.list": () => {
        throw failure("damaged");
      },
    },
  })),
  story("card", "the card in the text", (say) => ({
    children: (
      <div className="flex flex-wrap items-start gap-4">
        {sampleFindings(say)
          .slice(0, 4)
          .map((one) => (
            <div
              key={one.id}
              className="w-80 rounded-lg border border-line bg-surface-raised p-3 text-sm text-ink shadow-2"
            >
              <FindingCard finding={one} onLeave={() => undefined} />
            </div>
          ))}
      </div>
    ),
  })),
  story("rules", "rules with their figures", () => ({
    dialog: { name: "check-rules" },
    children: <CheckRulesDialog />,
  })),
];
