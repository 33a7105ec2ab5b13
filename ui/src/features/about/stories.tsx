// The about dialog.
import { Button } from "@/components/button";
import { openDialog } from "@/desk/desk";
import { Stage } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { AboutDialog } from "./about-dialog";
import { DiagnosticsDialog } from "./diagnostics-dialog";

function About({ say }: StoryContext) {
  return (
    <Stage>
      <Button data-opens className="w-fit" onClick={() => openDialog({ name: "about" })}>
        {say("关于文房", "About")}
      </Button>
      <AboutDialog />
    </Stage>
  );
}

const LOG = [
  {
    at: "2026-11-27T09:14:03Z",
    level: "info",
    from: "wenfang_project::open",
    event: "opened",
    fields: { "project.schema": 14 },
  },
  {
    at: "2026-11-27T09:20:41Z",
    level: "info",
    from: "wenfang_studio::diagnostics",
    event: "a command failed",
    fields: { command: "project.open", code: "InUse", ms: 12 },
  },
];

function Diagnostics({ say }: StoryContext) {
  const log = LOG.map((line) => `${JSON.stringify(line)}\n`).join("");
  return (
    <Stage host={{ "diagnostics.show": () => ({ version: "0.1.0", system: "linux x86_64", log }) }}>
      <Button data-opens className="w-fit" onClick={() => openDialog({ name: "diagnostics" })}>
        {say("保存诊断信息", "Save diagnostics")}
      </Button>
      <DiagnosticsDialog />
    </Stage>
  );
}

export const stories: Story[] = [
  { id: "about", group: "Settings", title: "About", render: About },
  { id: "save-diagnostics", group: "Settings", title: "Save diagnostics", render: Diagnostics },
];
