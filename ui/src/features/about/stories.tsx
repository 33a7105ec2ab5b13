// The about dialog.
import { Button } from "@/components/button";
import { openDialog } from "@/desk/desk";
import { Stage } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { AboutDialog } from "./about-dialog";

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

export const stories: Story[] = [{ id: "about", group: "Settings", title: "About", render: About }];
