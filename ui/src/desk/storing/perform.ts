// The effects that take time: requests to the backend, and showing its text. What belongs together is read from the
// editor before the first `await`: nothing is typed during that step.

import { count, countChange } from "@/desk/counts";
import type { NamedText } from "@/desk/scene-anchors";
import { takeChangedLines } from "@/editor/changed-lines";
import type { PastedPassage } from "@/editor/pasted-passages";
import { call, toFailure } from "@/ipc/host";
import type { SaveDraft } from "@/ipc/types";
import type { SceneText } from "./scene-text";
import type { Effect, MadeVersion, SceneEvent } from "./state";

/** For texts of at least this many characters only the change is sent. */
const LONG_TEXT = 20_000;

type Named<T extends Effect["type"]> = Effect & { type: T };
/** An effect that takes time. */
export type Act = Named<"saveDraft" | "save" | "locate" | "read" | "show" | "count" | "recount">;

/** Runs an effect; its result is the event that follows, if any. Never rejects. */
export async function perform(text: SceneText, act: Act): Promise<SceneEvent | null> {
  try {
    return await run(text, act);
  } catch (thrown) {
    return failed(thrown);
  }
}

function run(text: SceneText, act: Act): Promise<SceneEvent | null> {
  switch (act.type) {
    case "saveDraft":
      return saveDraft(text, act);
    case "save":
      return save(text, act);
    case "locate":
      return locate(text, act.named);
    case "read":
      return read(text);
    case "show":
      return show(text, act);
    case "count":
      return count(act.text).then((counts) => ({ type: "counted", counts }));
    case "recount":
      return recount(text);
  }
}

function failed(thrown: unknown, isPartial = false): SceneEvent {
  return { type: "failed", failure: toFailure(thrown), isPartial };
}

async function saveDraft(
  text: SceneText,
  { base, isWhole, isNamed }: Named<"saveDraft">,
): Promise<SceneEvent> {
  const named = isNamed ? text.anchors.name() : null;
  const words = text.words();
  const placed = text.placed();
  const change = text.takeChange();
  const pasted = text.takePasted();
  const isPartial = change !== null && !isWhole && change.length >= LONG_TEXT;
  const body = isPartial ? { change } : { text: words.toString() };
  const draft = { scene: text.scene, base, ...body, ...placed };
  try {
    if (pasted.length > 0)
      return { type: "stored", words, named, version: await savePasted(text, draft, pasted) };
    await call("scene.save_draft", draft);
    return { type: "stored", words, named, version: null };
  } catch (thrown) {
    return failed(thrown, isPartial);
  }
}

/** Stores a text with passages from outside as a version of its own, which does not count as written. */
async function savePasted(
  text: SceneText,
  draft: SaveDraft,
  pasted: readonly PastedPassage[],
): Promise<MadeVersion> {
  const moment = text.writing?.moment();
  const saved = await call("scene.save_pasted", { ...draft, pasted: [...pasted] });
  text.pastedStored();
  text.writing?.setVersion(saved.version, moment);
  return saved;
}

async function save(text: SceneText, act: Named<"save">): Promise<SceneEvent> {
  const words = text.words();
  const placed = text.placed();
  const moment = text.writing?.moment();
  const pasted = text.takePasted();
  const accepted = act.accepted?.isIn() === true ? { accepted: act.accepted.generation } : {};
  text.takeChange();
  const whole = { scene: text.scene, text: words.toString() };
  const base =
    pasted.length === 0
      ? act.base
      : (await savePasted(text, { ...whole, base: act.base, ...placed }, pasted)).version;
  const answer = await call("scene.save", {
    ...whole,
    base,
    kind: "explicit",
    from_draft: true,
    ...placed,
    ...accepted,
  });
  text.writing?.setVersion(answer.version, moment);
  return { type: "saved", words, answer };
}

async function locate(text: SceneText, wanted: NamedText | null): Promise<SceneEvent> {
  const named = wanted ?? text.anchors.name();
  if (named !== null) {
    const stored = await text.anchors.fetch(named);
    if (!text.spans.known()) await text.spans.fetch(named, stored);
  }
  return { type: "located" };
}

async function read(text: SceneText): Promise<SceneEvent> {
  const answer = await call("scene.text", { scene: text.scene });
  return { type: "read", read: answer, ours: text.writing?.text() ?? null };
}

async function show(text: SceneText, { text: shown, version }: Named<"show">): Promise<SceneEvent> {
  await text.writing?.become(shown, text.haveWordsMoved ? "words moved" : "restore");
  text.writing?.setVersion(version);
  return { type: "shown", named: text.anchors.name() };
}

/** Counts only the changed lines. If it fails, the next read of the scene counts the whole text. */
async function recount({ writing }: SceneText): Promise<SceneEvent | null> {
  const lines = writing === null ? null : takeChangedLines(writing.view);
  if (lines === null) return null;
  const change = await countChange(lines.removed, lines.added).catch(() => null);
  return change === null ? null : { type: "recounted", change };
}
