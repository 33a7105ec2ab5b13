// What becomes of a card or a title: it goes into the plan of the scene or names the chapter. The notice takes it back.
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { call } from "@/ipc/host";
import type { ChapterView, Fate, GenerationId, GenerationView } from "@/ipc/types";
import { say } from "./say";
import { setDecided, useDrafting } from "./store";
import { below } from "./values";

/** The longest synopsis the backend takes, in characters. */
const LONGEST_SYNOPSIS = 20_000;

/** The lines do not fit below the synopsis. */
export class SynopsisTooLong extends Error {
  readonly most = LONGEST_SYNOPSIS;
}

/** Puts lines below the synopsis of the scene. Rejects with a `Failure`, or where they do not fit. */
export async function addToSynopsis(view: GenerationView, lines: readonly string[]): Promise<void> {
  const part = { scene: view.scene };
  const { synopsis: before } = await call("manuscript.part", { part });
  const synopsis = below(before, lines);
  if ([...synopsis].length > LONGEST_SYNOPSIS) throw new SynopsisTooLong();
  await call("manuscript.describe", { part, synopsis });
  used(view);
  notify({
    tone: "success",
    text: say("values.written"),
    action: {
      label: say("undo"),
      onSelect: () => void attempt(() => call("manuscript.describe", { part, synopsis: before })),
    },
  });
}

/** Gives a chapter a title. Rejects with a `Failure`. */
export async function renameChapter(
  view: GenerationView,
  chapter: ChapterView,
  title: string,
): Promise<void> {
  const part = { chapter: chapter.id };
  await call("manuscript.rename", { part, title });
  used(view);
  notify({
    tone: "success",
    text: say("values.renamed", { title }),
    action: {
      label: say("undo"),
      onSelect: () => void attempt(() => call("manuscript.rename", { part, title: chapter.title })),
    },
  });
}

/** Notes what became of a generation; that is not worth a word when it fails. */
function note(generation: GenerationId, fate: Fate): void {
  setDecided([generation], "decided");
  void call("generation.decide", { generation, fate }).catch(() => undefined);
}

/** What was asked for is in use. */
export function used({ id }: GenerationView): void {
  note(id, "accepted");
}

/** What the author left without using any of it. Its words stay in the records. */
export function left(views: readonly GenerationView[]): void {
  const { decided } = useDrafting.getState();
  for (const { id } of views) if (!decided.has(id)) note(id, "dismissed");
}
