// Acts on versions. Typed text is saved first; the notice of every act undoes it.
import i18next from "i18next";
import { copyText } from "@/components/copy-text";
import { attempt } from "@/desk/attempt";
import { desk, show } from "@/desk/desk";
import { whileHolding } from "@/desk/held-typing";
import { goToScene } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll, openScene, withText } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { BranchNo, SceneId, VersionNo } from "@/ipc/types";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`versions:${key}`, values);

/** Compares two versions; null is the working text. The non-null one comes first. */
export async function compareVersions(scene: SceneId, from: VersionNo, to: VersionNo | null): Promise<void> {
  await attempt(async () => {
    await flushAll();
    show({ kind: "compare-versions", scene, from, to });
  });
}

const restore = (scene: SceneId, version: VersionNo) =>
  withText(scene, () => call("scene.restore", { scene, version }));

/** Undoes a merge: the previous version becomes the text again and gets the focus. Rejects with a `Failure`. */
export function undoMerge(scene: SceneId, before: VersionNo): Promise<void> {
  return whileHolding(async () => {
    await restore(scene, before);
    goToScene(scene);
  });
}

/** Closes a dialog and waits until it restored the focus, so that a text may take it afterwards. */
export function closeAndWait(onClose: () => void): Promise<void> {
  onClose();
  return new Promise((resolve) => setTimeout(resolve));
}

/** Restores a version as the newest one. A comparison that led to it gives way to the text. */
export async function restoreVersion(scene: SceneId, version: VersionNo, name: string): Promise<void> {
  await attempt(async () => {
    const restored = await restore(scene, version);
    if (restored.version === restored.before) {
      notify({ text: say("alreadyThere", { name }) });
      return;
    }
    if (desk().centre.kind === "compare-versions") goToScene(scene);
    notify({
      text: say("restored", { name }),
      action: {
        label: say("undo"),
        onSelect: () => void attempt(() => restore(scene, restored.before)),
      },
    });
  });
}

/** Copies the whole text of a version. */
export async function copyVersion(scene: SceneId, version: VersionNo | null, name: string): Promise<void> {
  await attempt(async () => {
    const read = async () => {
      await flushAll();
      const { text, draft } = await call("scene.text", { scene, version });
      return version === null ? (draft?.text ?? text) : text;
    };
    const text = read();
    const done = await copyText(text);
    // A text that could not be read is a failure of its own.
    await text;
    notify(done ? { text: say("copied", { name }) } : { tone: "danger", text: say("copyFailed") });
  });
}

/** Saves the working text as a version if it is not one. */
export async function saveDraft(scene: SceneId): Promise<void> {
  await flushAll();
  const { draft } = await call("scene.text", { scene });
  if (draft === null || draft.saved) return;
  const open = openScene(scene);
  if (open === undefined) {
    const { base, text } = draft;
    await call("scene.save", { scene, base, text, kind: "automatic", from_draft: true });
  } else await open.save();
}

const open = (scene: SceneId, branch: BranchNo) =>
  withText(scene, () => call("branch.open", { scene, branch }));

/**
 * Switches to a line of a scene; typed text stays on its own line. The text gets the focus. Rejects with a `Failure`.
 */
export function openLine(scene: SceneId, branch: BranchNo, name: string): Promise<void> {
  return whileHolding(async () => {
    const { before } = await open(scene, branch);
    goToScene(scene);
    if (before === branch) return;
    notify({
      text: say("branches.opened", { name }),
      action: { label: say("undo"), onSelect: () => void attempt(() => open(scene, before)) },
    });
  });
}

function adopt(scene: SceneId, branch: BranchNo) {
  return withText(scene, async () => {
    // A draft takes precedence over versions: left in place, it would hide the adopted line.
    await saveDraft(scene);
    return call("branch.adopt", { scene, branch });
  });
}

/** Makes a branch the main line. Rejects with a `Failure`. */
export async function adoptBranch(scene: SceneId, branch: BranchNo, name: string): Promise<void> {
  const { before } = await adopt(scene, branch);
  notify({
    text: say("adopt.done", { name }),
    action: {
      label: say("undo"),
      onSelect: () => void attempt(() => adopt(scene, before)),
    },
  });
}
