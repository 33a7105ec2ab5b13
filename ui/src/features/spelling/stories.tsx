// The spelling dialog: with dictionaries, with a damaged one, with none.
import { Button } from "@/components/button";
import { openDialog } from "@/desk/desk";
import type { SpellingDictionaries } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story } from "@/stories/story";
import { dictionaries, NO_DICTIONARY, SCANNED } from "./sample";
import { SpellingDialog } from "./spelling-dialog";

const WORDS = ["Quillfeather", "thrumbly"];

function Dictionaries({ found, words }: { found: SpellingDictionaries; words: string[] }) {
  return (
    <Stage
      host={{
        "spelling.dictionaries": () => found,
        "spelling.words": () => ({ words }),
        "spelling.scan": () => SCANNED,
      }}
      desk={{ project: sampleProject({ language: "en" }) }}
    >
      <Button data-opens onClick={() => openDialog({ name: "spelling" })}>
        {found.state}
      </Button>
      <SpellingDialog />
    </Stage>
  );
}

const DAMAGED = dictionaries({
  state: "unusable",
  trouble: "/usr/share/hunspell/en_US: it says that it has 49000 words and holds 12: a part of it is missing",
});

export const stories: Story[] = [
  {
    id: "spelling",
    group: "Spelling",
    title: "Dictionaries",
    render: () => <Dictionaries found={dictionaries()} words={WORDS} />,
  },
  {
    id: "spelling-damaged",
    group: "Spelling",
    title: "A damaged dictionary",
    render: () => <Dictionaries found={DAMAGED} words={WORDS} />,
  },
  {
    id: "spelling-none",
    group: "Spelling",
    title: "No dictionary",
    render: () => <Dictionaries found={NO_DICTIONARY} words={[]} />,
  },
];
