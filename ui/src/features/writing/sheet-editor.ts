// The editor of a scene: made from the text and what the last editor left, and taken away again without losing a key.
import { refresh as refreshCommands } from "@/commands/registry";
import { carryBack, carryHere } from "@/desk/carried-passages";
import { desk, useDesk } from "@/desk/desk";
import { isForText } from "@/desk/held-typing";
import { keepLeftEditor, takeLeftEditor } from "@/desk/left-editors";
import { editorCame, pointAtMark } from "@/desk/marks";
import { takeWaitingPlace } from "@/desk/navigation";
import type { OpenScene } from "@/desk/open-scene";
import { attachEditor, releaseScene } from "@/desk/open-scenes";
import { readingAppearance } from "@/desk/reading-appearance";
import { suggestionsFor } from "@/desk/spelling";
import { undoActBefore, undoActBehind } from "@/desk/undoable-act";
import type { MenuRequest } from "@/editor/context-menu";
import { createWriting, type Writing, type WritingCallbacks } from "@/editor/create";
import type { PointedName } from "@/editor/name-pointing";
import { openAnchor } from "./anchor-opening";
import { tellLongPaste } from "./long-paste";
import { modesOf } from "./modes";
import { usePointing } from "./pointing";
import { leave, receive, revealIn } from "./reveal";
import { select } from "./selection";

const EDITABLE = "editable";

/** Whether a text scrolls by itself, or with other scenes. */
export type Scrolls = "self" | "outside";

/** What an editor says and asks of the window; always the latest. */
export interface Surroundings {
  /** The accessible name. */
  label: string;
  /** Shown in an empty text. */
  hint: string;
  /** Shows the card of the first of these owners of a name. */
  showOwner: (owners: readonly string[]) => void;
  onPaste: NonNullable<WritingCallbacks["onPaste"]>;
}

/** Opens the context menu; for a misspelt word, once its suggestions are loaded. */
async function openMenu(open: OpenScene, request: MenuRequest): Promise<void> {
  const { misspelt } = request;
  const suggestions = misspelt === null ? [] : await suggestionsFor(misspelt);
  const { writing } = open;
  if (writing !== null)
    usePointing.setState({ name: null, menu: { scene: open.id, request, writing, suggestions } });
}

function pointAtName(open: OpenScene, at: PointedName): void {
  const { writing, id } = open;
  if (writing !== null) usePointing.setState({ name: { scene: id, at, writing } });
}

function callbacksOf(open: OpenScene, scrolls: Scrolls, around: () => Surroundings): WritingCallbacks {
  return {
    onEdit: () => open.changed(),
    onSelection: (selection) => select(open.id, selection),
    // A text that is alone has no adjacent one.
    ...(scrolls === "outside" && { onLeave: (direction: "up" | "down") => leave(open.id, direction) }),
    onNameHover: (at) => pointAtName(open, at),
    onNameLeave: () => usePointing.setState({ name: null }),
    onNameOpen: (at) => around().showOwner(at.owners),
    onContextMenu: (request) => void openMenu(open, request),
    onBrought: (anchors) => carryHere(open, anchors),
    onTakenBack: (anchors) => carryBack(open, anchors),
    onAnchorOpen: (anchor) => openAnchor(open, anchor),
    onMark: (mark, event) => {
      const { writing } = open;
      if (writing !== null) pointAtMark({ scene: open.id, mark, event, writing });
    },
    onPaste: (notice) => around().onPaste(notice),
    onLongPaste: (text) => void tellLongPaste(text),
    onUndo: () => open.writing !== null && undoActBefore(open.id, open.writing.text()),
    onNothingToUndo: () => undoActBehind(open.id),
  };
}

/** Goes to the place that waits for this scene, or gives the text the keyboard if it is the open one. */
function placeCaret(open: OpenScene, writing: Writing, showsCaret: boolean): void {
  const place = takeWaitingPlace(open.id);
  if (place !== undefined) revealIn(writing, place);
  else if (desk().scene === open.id && desk().dialog === null && isForText()) {
    if (showsCaret) writing.showCaret();
    receive(writing);
  }
}

/** Gives a scene an editor in `parent`; the returned function takes it away. */
export function mountEditor(
  parent: HTMLElement,
  open: OpenScene,
  scrolls: Scrolls,
  around: () => Surroundings,
): () => void {
  const { initial } = open;
  const left = takeLeftEditor(open.id);
  const { settings, project } = desk();
  const writing = createWriting({
    parent,
    text: initial.text,
    version: initial.version,
    ...(left !== undefined && { left }),
    label: around().label,
    hint: around().hint,
    appearance: readingAppearance(settings),
    modes: modesOf(settings, project?.language ?? null),
    readOnly: !(project?.writable ?? false),
    scrolls,
    callbacks: callbacksOf(open, scrolls, around),
  });
  attachEditor(open, writing);
  editorCame();
  refreshCommands();
  const focused = () => desk().scene !== open.id && useDesk.setState({ scene: open.id });
  writing.view.contentDOM.addEventListener("focus", focused);
  // A new text may be below the visible area; a returning one restores its scroll position.
  placeCaret(open, writing, left === undefined && scrolls === "outside");
  // The startup benchmark measures when the first text can be edited.
  if (performance.getEntriesByName(EDITABLE).length === 0) performance.mark(EDITABLE);
  return () => {
    writing.view.contentDOM.removeEventListener("focus", focused);
    if (!open.forgotten) {
      keepLeftEditor(open.id, writing.leave());
      // Takes the text out of the editor immediately and saves it in the background.
      void releaseScene(open.id).catch(() => undefined);
    }
    writing.destroy();
  };
}
