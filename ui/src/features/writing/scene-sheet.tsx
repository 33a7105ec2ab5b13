// One scene in the centre of the window: loads it, gives it an editor, and saves what is typed.
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useToast } from "@/components/toast";
import { showCard, useDesk } from "@/desk/desk";
import { type KnownNames, useKnownNames } from "@/desk/known-names";
import type { OpenScene } from "@/desk/open-scene";
import { acquireScene, openScene } from "@/desk/open-scenes";
import { readingAppearance } from "@/desk/reading-appearance";
import { useSpelling } from "@/desk/spelling";
import { toFailure } from "@/ipc/host";
import type { Failure, SceneId } from "@/ipc/types";
import { modesOf } from "./modes";
import { mountEditor, type Scrolls, type Surroundings } from "./sheet-editor";

interface SceneSheetProps {
  scene: SceneId;
  /** The accessible name. */
  title: string;
  scrolls: Scrolls;
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

interface SheetProps {
  open: OpenScene;
  title: string;
  scrolls: Scrolls;
}

function Sheet({ open, title, scrolls }: SheetProps) {
  const { t } = useTranslation("writing");
  const { show } = useToast();
  const host = useRef<HTMLDivElement>(null);
  const names = useKnownNames();
  const around: Surroundings = {
    label: t("label", { title }),
    hint: t("hint"),
    showOwner: (owners) => {
      const [named] = names?.bearers(owners) ?? [];
      if (named !== undefined) showCard({ entry: named.entry, entity: named.entity });
    },
    onPaste: (notice) => show({ text: t("pasted", { ...notice }), duration: 8000 }),
  };
  const latest = useRef(around);
  latest.current = around;
  useEffect(() => {
    if (host.current === null || open.forgotten) return;
    return mountEditor(host.current, open, scrolls, () => latest.current);
  }, [open, scrolls]);
  useEditorSettings(open, names);
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

/** Keeps the editor of a scene in line with the settings, the known names and the spelling. */
function useEditorSettings(open: OpenScene, names: KnownNames | null): void {
  const settings = useDesk((state) => state.settings);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const language = useDesk((state) => state.project?.language ?? null);
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
}
