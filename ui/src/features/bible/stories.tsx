// The tab 设定: filled, empty, long texts, read-only, loading, an error.

import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { BibleTab } from "./bible-tab";
import { fakeBible } from "./fake-bible";
import { useBible } from "./store";

interface TabProps {
  host: FakeAnswers;
  writable?: boolean;
}

function Tab({ host, writable = true }: TabProps) {
  return (
    <Stage host={host} desk={{ project: sampleProject({ writable }) }}>
      <aside
        aria-label="inspector"
        className="w-69 overflow-y-auto rounded-lg border border-line bg-surface"
        style={{ height: 720 }}
      >
        <BibleTab />
      </aside>
    </Stage>
  );
}

const written = ({ say }: StoryContext) =>
  fakeBible(
    {
      genre: say("市井悬疑，慢热，群像", "A small-town mystery with many voices"),
      style: say("短句，白描；对话推进，少用比喻。", "Short sentences; dialogue leads; few similes."),
      pov: say("第三人称限知，每章跟一个人。", "Close third person, one head per chapter."),
      synopsis: say(
        "陆远回到十年没回的渡口，替死去的师父还一把伞。伞里藏着一封被雨水泡烂的信，收信人却早在信写成之前就沉了江。他顺着渡口一家一家问过去，发现每个人都记得那个雨夜，而每个人记得的都不一样。\n\n".repeat(
          4,
        ),
        "Lu Yuan comes back to the ferry after ten years to return an umbrella for his dead master. In it is a letter that the rain has ruined, to somebody who had drowned before it was written. He asks from house to house; everybody remembers that night, and each remembers another one.\n\n".repeat(
          4,
        ),
      ).trim(),
      world_rules: say(
        "渡船日落停航。\n铜钱十文抵一分银。",
        "The ferry stops at sunset.\nTen coppers make a cent of silver.",
      ),
      taboo: say("不写鬼神显灵；不用“仿佛”。", "No ghosts are real. Never “as if”."),
      [say("更新节奏", "Release rhythm")]: say(
        "每周三、周六各一章。",
        "A chapter on Wednesdays and Saturdays.",
      ),
    },
    ["world_rules", "taboo"],
  ).answers;

const group = "Bible";

export const stories: Story[] = [
  { id: "bible", title: "Written in", group, render: (context) => <Tab host={written(context)} /> },
  {
    id: "bible-empty",
    title: "Nothing written yet",
    group,
    render: () => <Tab host={fakeBible({}).answers} />,
  },
  {
    id: "bible-adding",
    title: "Adding a field",
    group,
    render: ({ say }) => {
      useBible.setState({ adding: true });
      return (
        <Tab
          host={
            fakeBible({
              [say(
                "一项名字起得特别特别长的自己的设定",
                "A field of my own with a name that is much too long",
              )]: "",
            }).answers
          }
        />
      );
    },
  },
  {
    id: "bible-reading",
    title: "Reading only",
    group,
    render: (context) => <Tab host={written(context)} writable={false} />,
  },
  { id: "bible-loading", title: "Loading", group, render: () => <Tab host={{ "bible.list": never }} /> },
  {
    id: "bible-error",
    title: "Error",
    group,
    render: () => (
      <Tab
        host={{
          "bible.list": () => {
            throw failure("damaged", { message: "bible field 3" });
          },
        }}
      />
    ),
  },
];
