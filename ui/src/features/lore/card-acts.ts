// Acts on cards: merging two, entering many names at once. Each is one backend act, undone by its notice.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { showCard } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { Entered, EnterNames, MergeCards } from "@/ipc/types";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`lore:${key}`, values);

const undoing = (act: number, after: () => void = () => undefined) => ({
  label: say("undo"),
  onSelect: () =>
    void attempt(async () => {
      await call("cards.undo", { act });
      after();
    }),
});

/** Merges two cards and shows the result. Rejects with a `Failure`. */
export async function merge(request: MergeCards, other: string): Promise<void> {
  await flushAll();
  const merged = await call("cards.merge", request);
  showCard({ entry: merged.entry, entity: merged.entity });
  notify({ text: say("merge.done", { other, title: merged.title }), action: undoing(merged.act) });
}

/** Enters names and reports the result. Rejects with a `Failure`. */
export async function enterNames(request: EnterNames, onUndone: () => void): Promise<Entered> {
  const entered = await call("cards.enter", request);
  const { act, made, added, known, ignored } = entered;
  const parts = [
    made > 0 && say("bulk.made", { n: made }),
    added > 0 && say("bulk.added", { n: added }),
    ignored > 0 && say("bulk.ignored", { n: ignored }),
  ].filter((part) => part !== false);
  notify({
    text: parts.length === 0 ? say("bulk.nothing") : parts.join(say("bulk.join")),
    ...(known.length > 0 && { detail: say("bulk.known", { n: known.length }) }),
    ...(act !== null && { action: undoing(act, onUndone) }),
  });
  return entered;
}
