// Commands of the text.
import i18next from "i18next";
import type { Command } from "@/commands/command";
import { attempt } from "@/desk/attempt";
import { caretFromEnd, placeFromEnd } from "@/desk/caret-from-end";
import { changeSettings, desk, isWritable, show } from "@/desk/desk";
import { editorOf } from "@/desk/editor-of";
import { canGo, go, goToNext, goToScene, leadInTurn, type Place } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll, goOnMoved, openScene } from "@/desk/open-scenes";
import { isSpellingChecked } from "@/desk/spelling";
import { offerUndo, withdrawUndo } from "@/desk/undoable-act";
import type { Writing } from "@/editor/create";
import { toChars } from "@/editor/positions";
import type { SettableMark } from "@/editor/prose-edits";
import { call } from "@/ipc/host";
import type { EditAct, SceneSaved, SceneSplit } from "@/ipc/types";

const writing = () => {
  const { scene } = desk();
  return scene === null ? null : (openScene(scene)?.writing ?? null);
};
const isWriting = () => writing() !== null;
const canWrite = () => isWriting() && isWritable();

/** Reports a save. */
let onSaved: (saved: SceneSaved) => void = () => undefined;

export function whenSaved(handler: typeof onSaved): void {
  onSaved = handler;
}

/** Saves every unsaved scene, the active one last. */
export async function save(): Promise<void> {
  const { scene } = desk();
  const open = scene === null ? undefined : openScene(scene);
  if (open === undefined) return;
  onSaved(await open.save());
}

const split = (): Promise<void> => leadInTurn(splitAtCaret);

async function splitAtCaret(): Promise<void> {
  const { scene } = desk();
  const editor = writing();
  if (scene === null || editor === null) return;
  await editor.settled();
  const before = editor.text();
  editor.divideMark();
  const divided = editor.text() === before ? null : { before, after: editor.text() };
  const { doc } = editor.view.state;
  const start = divided === null ? splitPosition(editor) : doc.lineAt(editor.selection().head).from;
  const [at = 0] = toChars(doc, [start]);
  await flushAll();
  // The backend splits the newest version, which must match the editor.
  await openScene(scene)?.save();
  const done = await call("scene.split", { scene, at });
  // A returning author finds the result of the split, even before its editor is unmounted.
  await goOnMoved(scene);
  goToScene(done.created);
  const undo = () => void undoSplit(done, at, divided);
  offerUndo({ scene: done.created, undo });
  notify({
    text: i18next.t("writing:splitDone"),
    action: { label: i18next.t("writing:undoSplit"), onSelect: undo },
  });
}

/** A text before and after the paragraph at the caret was divided, so that both scenes keep its marks. */
interface Divided {
  before: string;
  after: string;
}

/** The end of a line and blank lines. */
const REST_OF_LINE = /^(?:[ \t\u3000]*\n)+/;

/** The position of the caret, or of the next words if it is at the end of a paragraph. */
function splitPosition(editor: Writing): number {
  const { head } = editor.selection();
  return head + (REST_OF_LINE.exec(editor.text().slice(head))?.[0].length ?? 0);
}

/** Joins the scenes again, including what was typed since. The caret stays in the second one; else it goes to the seam. */
function undoSplit(split: SceneSplit, at: number, divided: Divided | null): Promise<void> {
  withdrawUndo(split.created);
  return leadInTurn(async () => {
    await attempt(async () => {
      await flushAll();
      const fromEnd = desk().scene === split.created ? caretFromEnd(split.created) : null;
      const { version } = await call("scene.undo_split", split);
      if (version === null) {
        notify({ text: i18next.t("writing:splitStays") });
        return;
      }
      await goOnMoved(split.scene);
      const seam: Place = { from: at, to: at, unit: "chars" };
      goToScene(split.scene, fromEnd === null ? seam : await placeFromEnd(split.scene, fromEnd));
      const editor = divided === null ? null : await editorOf(split.scene);
      if (divided !== null && editor?.text() === divided.after)
        await editor.become(divided.before, "replace");
    });
  });
}

const clipboard = (act: EditAct) => async () => {
  writing()?.focus();
  await call("window.edit", { act });
};
const size = (step: number) => () => changeSettings({ font_size: desk().settings.font_size + step });
const toggle = (
  name: "typewriter" | "focus" | "whole_chapter" | "show_names" | "show_ai_spans" | "spelling",
) => ({
  checked: () => desk().settings[name],
  run: () => changeSettings({ [name]: !desk().settings[name] }),
});
const isSpelt = () => isWriting() && isSpellingChecked();

/** Goes to the next misspelt word of the scene. Returns whether there is one. */
async function toNextMisspelling(): Promise<boolean> {
  const editor = writing();
  editor?.focus();
  const isThere = (await editor?.toNextMisspelt()) ?? false;
  if (!isThere) notify({ text: i18next.t("writing:spelling.noneLeft") });
  return isThere;
}

/** Opens the menu with suggestions for the word at the caret, or for the next misspelt one. */
async function suggestSpelling(): Promise<void> {
  const editor = writing();
  if (editor === null) return;
  await editor.settled();
  const isThere = editor.misspeltAt(editor.selection().head) !== null || (await toNextMisspelling());
  if (isThere) editor.askForMenu();
}

const hasProject = () => desk().project !== null;

const mark = (kind: SettableMark) => ({
  title: `writing:commands.${kind}`,
  ofText: true,
  enabled: canWrite,
  run: () => {
    writing()?.mark(kind);
    writing()?.focus();
  },
});

export const commands: Command[] = [
  {
    id: "writing.save",
    title: "writing:commands.save",
    keys: "CmdOrCtrl+S",
    composes: true,
    enabled: canWrite,
    run: save,
  },
  {
    id: "edit.undo",
    title: "writing:commands.undo",
    keys: "CmdOrCtrl+Z",
    keysOfText: true,
    composes: true,
    enabled: canWrite,
    run: () => void writing()?.undo(),
  },
  {
    id: "edit.redo",
    title: "writing:commands.redo",
    keys: "CmdOrCtrl+Shift+Z",
    keysOfText: true,
    composes: true,
    enabled: canWrite,
    run: () => void writing()?.redo(),
  },
  {
    id: "edit.cut",
    title: "writing:commands.cut",
    keys: "CmdOrCtrl+X",
    keysOfText: true,
    enabled: canWrite,
    run: clipboard("cut"),
  },
  {
    id: "edit.copy",
    title: "writing:commands.copy",
    keys: "CmdOrCtrl+C",
    keysOfText: true,
    enabled: isWriting,
    run: clipboard("copy"),
  },
  {
    id: "edit.paste",
    title: "writing:commands.paste",
    keys: "CmdOrCtrl+V",
    keysOfText: true,
    enabled: canWrite,
    run: clipboard("paste"),
  },
  {
    id: "edit.select_all",
    title: "writing:commands.selectAll",
    keys: "CmdOrCtrl+A",
    keysOfText: true,
    enabled: isWriting,
    run: () => writing()?.selectAll(),
  },
  {
    id: "edit.bold",
    title: "writing:commands.bold",
    keys: "CmdOrCtrl+B",
    keysOfText: true,
    enabled: canWrite,
    run: () => writing()?.emphasize("**"),
  },
  {
    id: "edit.italic",
    title: "writing:commands.italic",
    keys: "CmdOrCtrl+I",
    keysOfText: true,
    enabled: canWrite,
    run: () => writing()?.emphasize("*"),
  },
  { id: "mark.ruby", keys: "CmdOrCtrl+Alt+R", ...mark("ruby") },
  { id: "mark.dots", keys: "CmdOrCtrl+Alt+D", ...mark("dots") },
  { id: "mark.note", keys: "CmdOrCtrl+Alt+F", ...mark("note") },
  { id: "mark.centre", keys: "CmdOrCtrl+Alt+C", ...mark("centre") },
  { id: "mark.right", keys: "CmdOrCtrl+Alt+E", ...mark("right") },
  { id: "mark.quotation", keys: "CmdOrCtrl+Alt+Q", ...mark("quotation") },
  { id: "mark.break", keys: "CmdOrCtrl+Alt+B", ...mark("break") },
  {
    id: "spelling.toggle",
    title: "writing:commands.checkSpelling",
    ...toggle("spelling"),
  },
  {
    id: "spelling.suggestions",
    title: "writing:commands.spellingSuggestions",
    keys: "Alt+Enter",
    ofText: true,
    enabled: isSpelt,
    run: suggestSpelling,
  },
  {
    id: "spelling.next",
    title: "writing:commands.nextMisspelling",
    keys: "CmdOrCtrl+;",
    ofText: true,
    enabled: isSpelt,
    run: () => toNextMisspelling().then(() => undefined),
  },
  {
    id: "writing.split",
    title: "writing:commands.split",
    ofText: true,
    enabled: canWrite,
    run: split,
  },
  {
    id: "writing.previous_chapter",
    title: "writing:commands.previousChapter",
    keys: "CmdOrCtrl+PageUp",
    enabled: hasProject,
    run: () => goToNext(-1, "chapter"),
  },
  {
    id: "writing.next_chapter",
    title: "writing:commands.nextChapter",
    keys: "CmdOrCtrl+PageDown",
    enabled: hasProject,
    run: () => goToNext(1, "chapter"),
  },
  {
    id: "writing.previous_scene",
    title: "writing:commands.previousScene",
    keys: "CmdOrCtrl+Shift+PageUp",
    enabled: hasProject,
    run: () => goToNext(-1, "scene"),
  },
  {
    id: "writing.next_scene",
    title: "writing:commands.nextScene",
    keys: "CmdOrCtrl+Shift+PageDown",
    enabled: hasProject,
    run: () => goToNext(1, "scene"),
  },
  {
    id: "writing.go_back",
    title: "writing:commands.goBack",
    keys: "CmdOrCtrl+[",
    enabled: () => canGo("back"),
    run: () => go("back"),
  },
  {
    id: "writing.go_forward",
    title: "writing:commands.goForward",
    keys: "CmdOrCtrl+]",
    enabled: () => canGo("forward"),
    run: () => go("forward"),
  },
  {
    id: "writing.to_text",
    title: "writing:commands.toText",
    enabled: hasProject,
    run: () => {
      show({ kind: "writing" });
      writing()?.focus();
    },
  },
  {
    id: "view.typewriter",
    title: "writing:commands.typewriter",
    ...toggle("typewriter"),
  },
  { id: "view.focus", title: "writing:commands.focus", ...toggle("focus") },
  {
    id: "view.whole_chapter",
    title: "writing:commands.wholeChapter",
    ...toggle("whole_chapter"),
  },
  { id: "view.names", title: "writing:commands.names", ...toggle("show_names") },
  { id: "view.ai_spans", title: "writing:commands.aiSpans", ...toggle("show_ai_spans") },
  {
    id: "view.larger",
    title: "writing:commands.larger",
    keys: "CmdOrCtrl+=",
    run: size(1),
  },
  { id: "view.smaller", title: "writing:commands.smaller", keys: "CmdOrCtrl+-", run: size(-1) },
];
