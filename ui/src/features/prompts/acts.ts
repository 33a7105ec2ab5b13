// Acts on templates. The notice restores the version in use before.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { call, toFailure } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { PromptList, PromptSaved } from "@/ipc/types";
import { faultsOf } from "./faults";
import { discard, type PromptKey, useWorkshop, type Version } from "./state";
import { fileNameOf } from "./template";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`prompts:${key}`, values);

const LIST = ["prompts.list", {}] as const;

/** The key fields of an entry. */
export function keyOf({ group, key, language }: PromptKey): PromptKey {
  return { group, key, language };
}

/** The list is refreshed at once: version names come from it. */
async function readList(): Promise<void> {
  await answers.fetchQuery({ queryKey: LIST, queryFn: () => call("prompts.list", {}), staleTime: 0 });
}

/** Shows a version, unless there are unsaved changes. */
function showUnlessDraft(version: Version): void {
  if (useWorkshop.getState().draft === null) useWorkshop.setState({ version });
}

function putBack(of: PromptKey, before: Version) {
  return {
    label: say("undo"),
    onSelect: () =>
      void attempt(async () => {
        const list = await call("prompts.enable", { ...of, id: before });
        answers.setQueryData<PromptList>(LIST, list);
        showUnlessDraft(before);
      }),
  };
}

async function saved(of: PromptKey, before: Version, { id, version }: PromptSaved): Promise<void> {
  await readList();
  useWorkshop.setState({ version: id });
  notify({ text: say("saved", { n: version }), action: putBack(of, before) });
}

/** Saves the text in the editor as the next version and enables it. Returns whether it was saved. */
export async function save(of: PromptKey, before: Version): Promise<boolean> {
  const { draft, note } = useWorkshop.getState();
  if (draft === null) return true;
  const isSaved = await attempt(async () => {
    const answer = await call("prompts.save", { ...of, template: draft, note: note.trim() });
    // Shown at once; the backend's text follows.
    answers.setQueryData(["prompts.get", { ...of, id: answer.id }], { template: draft });
    await saved(of, before, answer);
    // Text typed meanwhile belongs to the following version.
    if (useWorkshop.getState().draft === draft) discard();
    return answer;
  });
  return isSaved !== undefined;
}

/** Enables a version. */
export function enable(of: PromptKey, id: Version, before: Version, name: string): Promise<unknown> {
  return attempt(async () => {
    const list = await call("prompts.enable", { ...of, id });
    answers.setQueryData<PromptList>(LIST, list);
    showUnlessDraft(id);
    notify({ text: say("enabled", { name }), action: putBack(of, before) });
  });
}

/** Imports a file as the next version and enables it; its errors are shown by line. */
export function importFile(of: PromptKey, before: Version): Promise<unknown> {
  return attempt(async () => {
    const { path } = await call("window.choose", { kind: "import_prompt", title: say("import.choose") });
    if (path === null) return;
    useWorkshop.setState({ refused: null });
    try {
      const answer = await call("prompts.import", { ...of, source: path.path });
      discard();
      await saved(of, before, answer);
    } catch (thrown) {
      const { code, details, message } = toFailure(thrown);
      if (code !== "prompt_faulty") throw thrown;
      const faults = faultsOf(details);
      useWorkshop.setState({
        refused: {
          file: path.name,
          faults: faults.length > 0 ? faults : [{ line: 0, what: { fault: "syntax", message } }],
        },
      });
    }
  });
}

/** Writes a version to a file. */
export function exportFile(of: PromptKey, id: Version, name: string): Promise<unknown> {
  return attempt(async () => {
    const { path } = await call("window.choose", {
      kind: "export_prompt",
      title: say("export.choose"),
      name: fileNameOf(of.key, of.language),
    });
    if (path === null) return;
    const { file } = await call("prompts.export", { ...of, id, out: path.path });
    notify({
      text: say("export.done", { name, file }),
      action: {
        label: say("export.reveal"),
        onSelect: () => void attempt(() => call("window.reveal", { path: path.path })),
      },
    });
  });
}
