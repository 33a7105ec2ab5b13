// Usage: the figure of the status bar, and the table.
import type { ReactNode } from "react";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { Providers, UsageSummary } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story } from "@/stories/story";
import { spent, UNUSED, USED } from "./sample";
import { UsageDialog } from "./usage-dialog";
import { UsageFigure } from "./usage-figure";

const MODELS = {
  providers: [
    { provider: { id: "deepseek", name: "DeepSeek" } },
    { provider: { id: "ollama", name: "Ollama" } },
  ],
} as Providers;

interface SceneProps {
  usage: FakeAnswers["usage.summary"];
  dialog?: boolean;
  children: ReactNode;
}

const answer = (usage: UsageSummary) => () => usage;

function Scene({ usage, dialog = false, children }: SceneProps) {
  return (
    <Stage
      host={{ ...(usage === undefined ? {} : { "usage.summary": usage }), "providers.list": () => MODELS }}
      desk={{ project: sampleProject(), dialog: dialog ? { name: "usage" } : null }}
    >
      {children}
    </Stage>
  );
}

const bar = (usage: UsageSummary) => (
  <Scene usage={answer(usage)}>
    <div className="flex h-7 items-center border border-line bg-surface px-3 text-xs text-subtle">
      <UsageFigure />
    </div>
  </Scene>
);

const table = (usage: FakeAnswers["usage.summary"]) => (
  <Scene usage={usage} dialog>
    <UsageDialog />
  </Scene>
);

const story = (id: string, title: string, render: Story["render"]): Story => ({
  id: `usage-${id}`,
  title: `Usage: ${title}`,
  group: "Usage",
  render,
});

export const stories: Story[] = [
  story("figure", "the figure of today, near the ceiling", () => bar(USED)),
  story("figure-unused", "no models used yet", () => bar(UNUSED)),
  story("table", "the table", () => table(answer(USED))),
  story("table-long", "a model with a long name", () =>
    table(
      answer({ ...USED, day: [spent("somebody/very-long-model-name-2026-11-preview-instruct".repeat(2))] }),
    ),
  ),
  story("table-empty", "nothing used", () => table(answer(UNUSED))),
  story("table-loading", "loading", () => table(never)),
  story("table-error", "an error", () =>
    table(() => {
      throw failure("damaged");
    }),
  ),
];
