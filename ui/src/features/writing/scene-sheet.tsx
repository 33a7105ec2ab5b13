// One scene in the centre of the window: loads it, gives it an editor, and saves what is typed.
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { refresh as refreshCommands } from "@/commands/registry";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useToast } from "@/components/toast";
import { desk, showCard, useDesk } from "@/desk/desk";
import { isForText } from "@/desk/held-typing";
import { useKnownNames } from "@/desk/known-names";
import { keepLeftEditor, takeLeftEditor } from "@/desk/left-editors";
import { editorCame, pointAtMark } from "@/desk/marks";
import { takeWaitingPlace } from "@/desk/navigation";
import type { OpenScene } from "@/desk/open-scene";
import { acquireScene, attachEditor, openScene, releaseScene } from "@/desk/open-scenes";
import { readingAppearance } from "@/desk/reading-appearance";
import { suggestionsFor, useSpelling } from "@/desk/spelling";
import type { MenuRequest } from "@/editor/context-menu";
import { createWriting } from "@/editor/create";
import type { PointedName } from "@/editor/name-pointing";
import { toFailure } from "@/ipc/host";
import type { Failure, SceneId } from "@/ipc/types";
import { opensThreads } from "./anchor-opening";
import { modesOf } from "./modes";
import { usePointing } from "./pointing";
import { leave, receive, revealIn } from "./reveal";
import { select } from "./selection";

const EDITABLE = "editable";

interface SceneSheetProps {
  scene: SceneId;
  /** The accessible name. */
  title: string;
  /** Whether it scrolls by itself, or with other scenes. */
  scrolls: "self" | "outside";
}

export function SceneSheet({ scene, title, scrolls }: SceneSheetProps) {
  // A scene on the desk gets its next editor immediately, for instance when the chapter view switches to one scene:
  // keys pressed between two editors would be lost.
  const [open, setOpen] = useState<OpenScene | null>(() => openScene(scene) ?? null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again after a failure
  useEffect(() => {
    let mounted = true;
    setFailure(null);
    acquireScene(scene).then(
      (acquired) => mounted && setOpen(acquired),
      (thrown) => mounted && setFailure(toFailure(thrown)),
    );
    return () => {
      mounted = false;
    };
  }, [scene, turn]);

  if (failure !== null) {
    return (
      <div className="mx-auto max-w-140 p-8">
        <FailureState failure={failure} onRetry={() => setTurn(turn + 1)} />
      </div>
    );
  }
  if (open === null || open.id !== scene) return <LoadingState rows={8} className="mx-auto w-140 p-8" />;
  return <Sheet key={scene} open={open} title={title} scrolls={scrolls} />;
}

/** Opens the context menu; for a misspelt word, once its suggestions are loaded. */
async function openMenu(open: OpenScene, request: MenuRequest): Promise<void> {
  const { misspelt } = request;
  const suggestions = misspelt === null ? [] : await suggestionsFor(misspelt);
  const { writing } = open;
  if (writing !== null)
    usePointing.setState({ name: null, menu: { scene: open.id, request, writing, suggestions } });
}

function Sheet({ open, title, scrolls }: { open: OpenScene; title: string; scrolls: "self" | "outside" }) {
  const { t } = useTranslation("writing");
  const { show } = useToast();
  const host = useRef<HTMLDivElement>(null);
  const settings = useDesk((state) => state.settings);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const language = useDesk((state) => state.project?.language ?? null);
  const label = t("label", { title });
  const names = useKnownNames();
  const point = (at: PointedName) => {
    const { writing, id } = open;
    if (writing !== null) usePointing.setState({ name: { scene: id, at, writing } });
  };
  const openBearer = (owners: readonly string[]) => {
    const [named] = names?.bearers(owners) ?? [];
    if (named !== undefined) showCard({ entry: named.entry, entity: named.entity });
  };
  const latest = useRef({ t, show, label, point, open: openBearer });
  latest.current = { t, show, label, point, open: openBearer };

  useEffect(() => {
    if (host.current === null || open.forgotten) return;
    const { initial } = open;
    const leftEditor = takeLeftEditor(open.id);
    const writing = createWriting({
      parent: host.current,
      text: initial.text,
      version: initial.version,
      ...(leftEditor !== undefined && { left: leftEditor }),
      label: latest.current.label,
      hint: latest.current.t("hint"),
      appearance: readingAppearance(desk().settings),
      modes: modesOf(desk().settings, desk().project?.language ?? null),
      readOnly: !(desk().project?.writable ?? false),
      scrolls,
      callbacks: {
        onEdit: () => open.changed(),
        onSelection: (selection) => select(open.id, selection),
        // A text that is alone has no adjacent one.
        ...(scrolls === "outside" && { onLeave: (direction: "up" | "down") => leave(open.id, direction) }),
        onNameHover: (at) => latest.current.point(at),
        onNameLeave: () => usePointing.setState({ name: null }),
        onNameOpen: (at) => latest.current.open(at.owners),
        onContextMenu: (request) => void openMenu(open, request),
        onMark: (mark, event) => {
          const writing = open.writing;
          if (writing !== null) pointAtMark({ scene: open.id, mark, event, writing });
        },
        onPaste: (notice) =>
          latest.current.show({ text: latest.current.t("pasted", { ...notice }), duration: 8000 }),
      },
    });
    attachEditor(open, writing);
    editorCame();
    refreshCommands();
    const noThreads = opensThreads(open, writing);
    const focused = () => desk().scene !== open.id && useDesk.setState({ scene: open.id });
    writing.view.contentDOM.addEventListener("focus", focused);
    const place = takeWaitingPlace(open.id);
    if (place !== undefined) revealIn(writing, place);
    else if (desk().scene === open.id && desk().dialog === null && isForText()) {
      // A new text may be below the visible area; a returning one restores its scroll position.
      if (leftEditor === undefined && scrolls === "outside") writing.showCaret();
      receive(writing);
    }
    // The startup benchmark measures when the first text can be edited.
    if (performance.getEntriesByName(EDITABLE).length === 0) performance.mark(EDITABLE);
    return () => {
      noThreads();
      writing.view.contentDOM.removeEventListener("focus", focused);
      if (!open.forgotten) {
        keepLeftEditor(open.id, writing.leave());
        // Takes the text out of the editor immediately and saves it in the background.
        void releaseScene(open.id).catch(() => undefined);
      }
      writing.destroy();
    };
  }, [open, scrolls]);

  useEffect(() => {
    open.writing?.setAppearance(readingAppearance(settings));
    open.writing?.setModes(modesOf(settings, language));
    open.writing?.setReadOnly(!writable);
  }, [open, settings, language, writable]);

  const showsNames = settings.show_names;
  useEffect(() => {
    if (names !== null) open.writing?.setNames(names.index);
    open.writing?.showNames(showsNames ? "quiet" : "off");
  }, [open, names, showsNames]);

  const spelling = useSpelling();
  useEffect(() => open.writing?.setSpelling(spelling), [open, spelling]);

  const showsSpans = settings.show_ai_spans;
  useEffect(() => open.writing?.setShowSpans(showsSpans), [open, showsSpans]);

  const isOpen = useDesk((state) => state.scene === open.id);
  return (
    <div
      ref={host}
      className={scrolls === "self" ? "h-full" : undefined}
      data-scene={open.id}
      data-open-scene={isOpen || undefined}
    />
  );
}
