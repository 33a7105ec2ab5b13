// The settings, section by section.
import { Button } from "@/components/button";
import { openDialog } from "@/desk/desk";
import { useKeeping } from "@/desk/keep-settings";
import { failure } from "@/ipc/fake-host";
import { DEFAULT_SETTINGS, type OutlineView } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { useBackUp } from "./back-up";
import { SECTIONS } from "./rows";
import { SettingsDialog } from "./settings-dialog";

const counts = { standard: 3214, word: 3090, han: 2876, all: 3260 };
const outline: OutlineView = {
  volumes: [
    {
      id: 1,
      title: "",
      counts,
      chapters: [
        {
          id: 1,
          title: "第一章",
          status: "drafting",
          target: null,
          counts,
          scenes: [{ id: 1, title: "", status: "drafting", version: 1, counts }],
        },
      ],
    },
  ],
};

function Settings({ say }: StoryContext) {
  return (
    <Stage
      host={{
        "manuscript.outline": () => outline,
        "settings.change": ({ changes }) => ({ ...DEFAULT_SETTINGS, ...changes }),
      }}
      desk={{
        project: sampleProject({ backed_up_at: Date.UTC(2026, 10, 20, 13, 20) }),
        scene: 1,
        settings: { ...DEFAULT_SETTINGS, theme: "paper", font_size: 20, daily_goal: 4000, focus: true },
      }}
    >
      <div className="flex flex-wrap gap-2">
        {SECTIONS.map((section) => (
          <Button
            key={section}
            data-opens
            onClick={() => {
              useKeeping.setState({ failure: null });
              useBackUp.setState({
                running: false,
                progress: null,
                stopping: false,
                stopped: false,
                failure: null,
              });
              openDialog({ name: "settings", section });
            }}
          >
            {section}
          </Button>
        ))}
        <Button
          data-opens
          onClick={() => {
            useKeeping.setState({ failure: failure("disk_full") });
            useBackUp.setState({ running: true, progress: { stage: "backup", done: 40, total: 100 } });
            openDialog({ name: "settings", section: "safety" });
          }}
        >
          {say("没存下来", "Not kept")}
        </Button>
      </div>
      <SettingsDialog />
    </Stage>
  );
}

export const stories: Story[] = [{ id: "settings", group: "Settings", title: "Settings", render: Settings }];
