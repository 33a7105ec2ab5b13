// Applies a card or a title: to the scene's synopsis or the chapter's title. The notice undoes it.
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { call } from "@/ipc/host";
import type { ChapterView, Fate, GenerationId, GenerationView } from "@/ipc/types";
import { say } from "./say";
import { setDecided, useDrafting } from "./store";
import { appendLines } from "./values";

/** Maximum length of a synopsis in the backend, in characters. */
const MAX_SYNOPSIS_LENGTH = 20_000;

/** The lines do not fit below the synopsis. */
export class SynopsisTooLong extends Error {
  readonly most = MAX_SYNOPSIS_LENGTH;
}

/** Appends lines to the scene's synopsis. Rejects with a `Failure`, or if they do not fit. */
export async function addToSynopsis(view: GenerationView, lines: readonly string[]): Promise<void> {
  const part = { scene: view.scene };
  const { synopsis: before } = await call("manuscript.part", { part });
  const synopsis = appendLines(before, lines);
  if ([...synopsis].length > MAX_SYNOPSIS_LENGTH) throw new SynopsisTooLong();
  await call("manuscript.describe", { part, synopsis });
  recordUsed(view);
  notify({
    tone: "success",
    text: say("values.written"),
    action: {
      label: say("undo"),
      onSelect: () => void attempt(() => call("manuscript.describe", { part, synopsis: before })),
    },
  });
}

/** Renames a chapter. Rejects with a `Failure`. */
export async function renameChapter(
  view: GenerationView,
  chapter: ChapterView,
  title: string,
): Promise<void> {
  const part = { chapter: chapter.id };
  await call("manuscript.rename", { part, title });
  recordUsed(view);
  notify({
    tone: "success",
    text: say("values.renamed", { title }),
    action: {
      label: say("undo"),
      onSelect: () => void attempt(() => call("manuscript.rename", { part, title: chapter.title })),
    },
  });
}

/** Records the fate of a generation; a failure is not reported. */
function note(generation: GenerationId, fate: Fate): void {
  setDecided([generation], "decided");
  void call("generation.decide", { generation, fate }).catch(() => undefined);
}

/** Records that a value is in use. */
export function recordUsed({ id }: GenerationView): void {
  note(id, "accepted");
}

/** Records values left unused. Their text stays in the records. */
export function recordUnused(views: readonly GenerationView[]): void {
  const { decided } = useDrafting.getState();
  for (const { id } of views) if (!decided.has(id)) note(id, "dismissed");
}
