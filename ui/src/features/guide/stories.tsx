// The guide inside the program.
import { Button } from "@/components/button";
import { openDialog } from "@/desk/desk";
import { Stage } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { GuideDialog } from "./guide-dialog";

function Guide({ say }: StoryContext) {
  return (
    <Stage>
      <Button data-opens className="w-fit" onClick={() => openDialog({ name: "guide" })}>
        {say("作者指南", "Guide")}
      </Button>
      <GuideDialog />
    </Stage>
  );
}

export const stories: Story[] = [{ id: "guide", group: "Settings", title: "Guide", render: Guide }];
