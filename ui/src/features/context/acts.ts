// Acts on generations and on shelved overflow. A notice offers to undo each.
import i18next from "i18next";
import { copyText } from "@/components/copy-text";
import { attempt } from "@/desk/attempt";
import { desk, showGeneration, showTab } from "@/desk/desk";
import { fileNameFor } from "@/desk/file-name";
import { notify } from "@/desk/notices";
import { flushAll, goOn, openScene, withText } from "@/desk/open-scenes";
import { proposedTexts } from "@/desk/proposed-texts";
import { isProse } from "@/desk/prose-acts";
import { toChars } from "@/editor/positions";
import { call } from "@/ipc/host";
import type { Fate, GenerationId, GenerationView, SceneId, VersionNo } from "@/ipc/types";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`context:${key}`, values);

/** Copies text to the clipboard and reports it. */
export async function copy(text: string): Promise<void> {
  const done = await copyText(text);
  notify(done ? { text: say("copied") } : { tone: "danger", text: say("copyFailed") });
}

/** Whether its whole text can go into the scene. */
export function canBeAccepted({ act, text, status, fate }: GenerationView): boolean {
  return isProse(act) && text !== "" && status !== "running" && fate !== "accepted";
}

/** Saves everything typed in a scene as a version; returns the newest version of its main line. */
async function keepAll(scene: SceneId): Promise<VersionNo> {
  await flushAll();
  const read = await call("scene.text", { scene });
  if (read.draft === null) return read.version;
  if (read.draft.saved) return read.draft.base;
  const open = openScene(scene);
  if (open !== undefined) await open.save();
  else {
    const { base, text } = read.draft;
    await call("scene.save", { scene, base, text, kind: "automatic", from_draft: true });
  }
  return (await call("scene.text", { scene })).version;
}

/** Puts the whole text into its scene: in the editor where it waits, or else as a new version. */
export function acceptWhole({ id, scene, fate }: GenerationView): Promise<unknown> {
  return attempt(async () => {
    if (await proposedTexts().accept(scene, id)) return;
    // A draft takes precedence over versions: left in place, it would hide the accepted text.
    const before = await keepAll(scene);
    const saved = await call("generation.accept", { generation: id });
    proposedTexts().forget(scene, id);
    await goOn(scene);
    if (saved.unchanged) {
      notify({ text: say("accept.unchanged") });
      return;
    }
    if (saved.branched) {
      notify({
        text: say("accept.branched"),
        action: { label: say("accept.versions"), onSelect: () => showTab("versions") },
      });
      return;
    }
    const undo = async () => {
      await withText(scene, () => call("scene.restore", { scene, version: before }));
      await decide(id, fate);
    };
    notify({
      tone: "success",
      text: say("accept.done"),
      action: { label: say("undo"), onSelect: () => void attempt(undo) },
    });
  });
}

const decide = (generation: GenerationId, fate: Fate) => call("generation.decide", { generation, fate });

/** Copies the report of a generation as JSON; redacted, it has lengths and hashes in place of texts. */
export function copyReport({ id }: GenerationView, texts: "whole" | "redacted"): Promise<unknown> {
  return attempt(async () => {
    const report = await call("generation.report", { generation: id, redact: texts === "redacted" });
    await copy(JSON.stringify(report, null, 2));
  });
}

/** Writes the report of a generation to a file as JSON. */
export function saveReport({ id }: GenerationView, texts: "whole" | "redacted"): Promise<unknown> {
  return attempt(async () => {
    const name = fileNameFor(say("report.fileName", { n: id }), "json", `generation-${id}`);
    const { path } = await call("window.choose", {
      kind: "export_report",
      title: say("report.choose"),
      name,
    });
    if (path === null) return;
    const redact = texts === "redacted";
    await call("generation.export_report", { generation: id, path: path.path, redact });
    notify({
      text: say(redact ? "report.savedRedacted" : "report.saved"),
      action: {
        label: say("report.reveal"),
        onSelect: () => void attempt(() => call("window.reveal", { path: path.path })),
      },
    });
  });
}

/** Marks a generation as unused. Its text stays in the list. */
export function dismiss({ id, scene, fate }: GenerationView): Promise<unknown> {
  return attempt(async () => {
    if (await proposedTexts().dismiss(scene, id)) return;
    await decide(id, "dismissed");
    notify({
      text: say("dismiss.done"),
      action: { label: say("undo"), onSelect: () => void attempt(() => decide(id, fate)) },
    });
  });
}

/** Shows the generation that wrote the text at the caret. */
export async function showOrigin(): Promise<void> {
  const { scene } = desk();
  const writing = scene === null ? null : openScene(scene)?.writing;
  if (scene === null || writing == null) return;
  const [at = 0] = toChars(writing.view.state.doc, [writing.selection().head]);
  await flushAll();
  // The caret is between two characters: the end of an AI span still counts.
  for (const offset of at > 0 ? [at, at - 1] : [at]) {
    const { span } = await call("generation.at", { scene, offset });
    if (span !== null) {
      showGeneration(span.generation);
      return;
    }
  }
  notify({ text: say("origin.author") });
}
