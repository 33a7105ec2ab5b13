// Acts on overflow: inserting or discarding it. A notice offers to undo each.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { desk } from "@/desk/desk";
import { goToScene, outline } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { openScene } from "@/desk/open-scenes";
import type { Writing } from "@/editor/create";
import { call } from "@/ipc/host";
import type { GenerationId, OutlineView, OverflowFate, SceneId, ShelfItem } from "@/ipc/types";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`context:${key}`, values);

/** The number of polls for an opening editor, and their interval in ms. */
const MAX_POLLS = 60;
const POLL_INTERVAL = 50;

const decide = ({ generation }: ShelfItem, overflow: OverflowFate) =>
  call("generation.decide", { generation, overflow });

/** One edit attributed to its generation; a plain edit if a proposal is open. */
async function write(
  writing: Writing,
  at: number,
  words: { text: string; generation: GenerationId },
): Promise<void> {
  const nothing = () => undefined;
  const proposal = writing.propose({ from: at, to: at }, { onDecide: nothing, onStale: nothing });
  if (proposal === null) {
    await writing.edit([{ from: at, to: at, insert: words.text }], "proposal");
    return;
  }
  proposal.showHunks([{ from: 0, to: 0, insert: words.text }]);
  proposal.decide(0, "accepted");
  await proposal.apply(words.generation);
}

/** Inserts overflow into a text as one history step, and takes it off the shelf. */
async function putIn(writing: Writing, at: number, item: ShelfItem, text: string): Promise<void> {
  await write(writing, at, { text, generation: item.generation });
  const end = at + text.length;
  writing.reveal({ from: end, to: end }, "select");
  writing.focus();
  const after = writing.text();
  await decide(item, "used");
  const undo = async () => {
    // The author has edited it since: the text stays, and is also back on the shelf.
    if (writing.text() === after) writing.undo();
    await decide(item, "kept");
  };
  notify({
    tone: "success",
    text: say("shelf.inserted"),
    action: { label: say("undo"), onSelect: () => void attempt(undo) },
  });
}

/** Inserts overflow at the caret of the active scene. */
export function insertAtCaret(item: ShelfItem): Promise<unknown> {
  return attempt(async () => {
    const { scene } = desk();
    const writing = scene === null ? null : openScene(scene)?.writing;
    if (writing == null) {
      notify({ text: say("shelf.noText") });
      return;
    }
    await putIn(writing, writing.selection().head, item, item.text.trim());
  });
}

/** The next scene; null after the last. */
export function sceneAfter({ volumes }: OutlineView, scene: SceneId): SceneId | null {
  const scenes = volumes.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.scenes));
  const at = scenes.findIndex(({ id }) => id === scene);
  return at < 0 ? null : (scenes[at + 1]?.id ?? null);
}

/** The editor of a scene that is being opened. */
async function editorOf(scene: SceneId): Promise<Writing | null> {
  for (let look = 0; look < MAX_POLLS; look += 1) {
    const writing = openScene(scene)?.writing;
    if (writing != null) return writing;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
  return null;
}

/** Opens the scene after the overflow's own and puts the text at its start. */
export function openNextWith(item: ShelfItem): Promise<unknown> {
  return attempt(async () => {
    const next = sceneAfter(await outline(), item.scene);
    if (next === null) {
      notify({ text: say("shelf.noNext") });
      return;
    }
    goToScene(next);
    const writing = await editorOf(next);
    if (writing === null) {
      notify({ text: say("shelf.noText") });
      return;
    }
    const words = item.text.trim();
    await putIn(writing, 0, item, writing.length() === 0 ? words : `${words}\n`);
  });
}

/** Discards overflow. */
export function discardOverflow(item: ShelfItem): Promise<unknown> {
  return attempt(async () => {
    await decide(item, "dismissed");
    notify({
      text: say("shelf.dismissed"),
      action: { label: say("undo"), onSelect: () => void attempt(() => decide(item, "kept")) },
    });
  });
}
