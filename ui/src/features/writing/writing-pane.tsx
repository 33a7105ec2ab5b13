// The centre of the window: the open scene, or the scenes of its chapter below each other.
import { BookOpen, ChevronDown, ChevronUp, PanelLeft, PanelRight, Search } from "lucide-react";
import { type ComponentType, type MouseEvent, useEffect, useReducer, useRef } from "react";
import { useTranslation } from "react-i18next";
import { runCommand } from "@/commands/registry";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { desk, useDesk } from "@/desk/desk";
import { type Located, locate, neighbour } from "@/desk/navigation";
import { openScene } from "@/desk/open-scenes";
import { useAnswer } from "@/ipc/queries";
import type { ChapterId, OutlineView, SceneId, SceneView } from "@/ipc/types";
import { type NameCardComponent, NamePopup } from "./name-popup";
import { goToEnd, setOrder } from "./reveal";
import { SceneSheet } from "./scene-sheet";
import { TextMenu } from "./text-menu";

/** Maximum scenes shown below each other: each has its own editor. */
const MAX_SCENES = 40;

/** The open chapter's part of the toolbar, passed in by the owner of the text. */
export type ChapterHeaderComponent = ComponentType<{ chapter: ChapterId }>;

/** Names the current line of the open scene. */
export type LineComponent = ComponentType<{ scene: SceneId }>;

interface WritingPaneProps {
  bare?: boolean;
  card: NameCardComponent;
  header?: ChapterHeaderComponent;
  line?: LineComponent;
}

/**
 * `bare`: only the text, without its toolbar. `card` renders the card of the name under the pointer. `header` shows the
 * state of the open chapter in the toolbar, `line` the current line of the scene.
 */
export function WritingPane({ bare = false, card, header, line }: WritingPaneProps) {
  const { t } = useTranslation("writing");
  const scene = useDesk((state) => state.scene);
  const whole = useDesk((state) => state.settings.whole_chapter);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { data, error, isFetching, refetch } = useAnswer("manuscript.outline", {});
  const outline = useWhenSettled(data, scene);
  const own = outline === undefined || scene === null ? undefined : locate(outline, scene);
  const last = useRef<{ outline: OutlineView; scene: SceneId } | null>(null);
  if (own !== undefined && outline !== undefined && scene !== null) last.current = { outline, scene };

  // The open part may have been binned, or the project replaced. While the outline is loading, the open scene may be
  // newer than the displayed outline.
  useEffect(() => {
    if (outline === undefined || own !== undefined || isFetching) return;
    const next = neighbour(desk().scene, last.current?.outline ?? null, outline);
    if (next !== desk().scene) useDesk.setState({ scene: next });
  }, [outline, own, isFetching]);

  // The current texts stay until the place of the new one is known: otherwise all their editors would be remounted.
  const before = scene !== null && isFetching ? (last.current?.scene ?? null) : null;
  const place = own ?? (before === null || outline === undefined ? undefined : locate(outline, before));

  if (error !== null && outline === undefined) {
    return (
      <div className="mx-auto max-w-140 p-8">
        <FailureState failure={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (outline === undefined) return <LoadingState rows={10} className="mx-auto w-140 p-10" />;
  if (place === undefined) {
    if (isFetching || neighbour(null, null, outline) !== null) return null;
    return (
      <div className="flex h-full items-center justify-center bg-page">
        <EmptyState
          icon={BookOpen}
          title={t("empty.title")}
          text={writable ? t("empty.text") : t("empty.readOnly")}
          action={
            writable && (
              <Button variant="primary" onClick={() => void runCommand("binder.new_chapter")}>
                {t("empty.action")}
              </Button>
            )
          }
        />
      </div>
    );
  }
  const { scenes } = place.chapter;
  const together = whole && scenes.length > 1 && scenes.length <= MAX_SCENES;
  return (
    <section className="flex h-full min-h-0 flex-col bg-page">
      {!bare && <Bar {...{ place, writable, header, line }} />}
      <NamePopup card={card} />
      <TextMenu />
      {together ? (
        <Chapter scenes={scenes} chapter={place.chapter.title} />
      ) : (
        <One scene={place.scene} place={place} />
      )}
    </section>
  );
}

/**
 * The newest value; while an input method is composing in the scene, the previous one, since moving an editor ends a
 * composition.
 */
function useWhenSettled<T>(value: T, scene: SceneId | null): T {
  const shown = useRef(value);
  const [, drawAgain] = useReducer((turn: number) => turn + 1, 0);
  const writing = scene === null ? null : (openScene(scene)?.writing ?? null);
  const waits = value !== shown.current && writing?.composing() === true;
  if (!waits) shown.current = value;
  useEffect(() => {
    if (waits) void writing?.settled().then(drawAgain);
  }, [waits, writing]);
  return shown.current;
}

function One({ scene, place }: { scene: SceneView; place: Located }) {
  const { t } = useTranslation("writing");
  useEffect(() => setOrder([scene.id]), [scene.id]);
  const title = scene.title || place.chapter.title || t("unnamed");
  return (
    <div className="min-h-0 flex-1">
      <SceneSheet key={scene.id} scene={scene.id} title={title} scrolls="self" />
    </div>
  );
}

/** A press on the blank area below the last scene is meant for its text, as in a text that is alone. */
function pressBelow(event: MouseEvent<HTMLDivElement>): void {
  const { currentTarget: chapter, target, button, clientX, clientY } = event;
  const below = chapter.querySelector("[data-below]");
  const isText = clientX - chapter.getBoundingClientRect().left < chapter.clientWidth;
  const isBelow = below !== null && clientY >= below.getBoundingClientRect().top;
  if (button !== 0 || !isText || !isBelow || (target !== below && target !== chapter)) return;
  // The press would take the keyboard from the text.
  event.preventDefault();
  goToEnd();
}

function Chapter({ scenes, chapter }: { scenes: readonly SceneView[]; chapter: string }) {
  const { t } = useTranslation("writing");
  useEffect(() => setOrder(scenes.map(({ id }) => id)), [scenes]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys reach the end of the text without it
    <div className="min-h-0 flex-1 overflow-y-auto" data-chapter onMouseDown={pressBelow}>
      {scenes.map((scene, index) => {
        const title = scene.title || t("sceneOf", { n: index + 1 });
        return (
          <div key={scene.id}>
            <h3 className="mx-auto flex max-w-140 items-center gap-3 px-8 pt-8 pb-1 text-xs text-faint">
              <span className="h-px flex-1 bg-line" />
              {title}
              <span className="h-px flex-1 bg-line" />
            </h3>
            <SceneSheet scene={scene.id} title={`${chapter} ${title}`} scrolls="outside" />
          </div>
        );
      })}
      <div className="h-[40vh] cursor-text" data-below />
    </div>
  );
}

/** Hides what the keys and the binder also do, where it would leave no room for the title. */
const NOT_NARROW = "@max-sm:hidden";

interface BarProps {
  place: Located & { scene: SceneView };
  writable: boolean;
  header: ChapterHeaderComponent | undefined;
  line: LineComponent | undefined;
}

/** In a narrow bar, what menus and tabs also offer gives way to the title. */
function Bar({ place, writable, header: Header, line: Line }: BarProps) {
  const { t } = useTranslation("writing");
  const { volume, chapter, scene } = place;
  const path = [volume.title, chapter.title || t("unnamed"), chapter.scenes.length > 1 ? scene.title : ""];
  return (
    <div
      role="toolbar"
      aria-label={t("bar.label")}
      className="@container flex h-10 shrink-0 items-center gap-1 border-b border-line px-2 text-sm"
    >
      <IconButton icon={PanelLeft} label={t("bar.binder")} onClick={() => void runCommand("view.binder")} />
      <h2 className="min-w-0 flex-1 truncate px-1.5 text-subtle">
        {path.filter(Boolean).map((part, index, parts) => (
          <span key={part}>
            {index > 0 && <span className="px-1.5 text-faint">/</span>}
            <span className={index === parts.length - 1 ? "text-ink" : undefined}>{part}</span>
          </span>
        ))}
      </h2>
      {!writable && <Badge>{t("readOnly")}</Badge>}
      {Line !== undefined && <Line scene={scene.id} />}
      {Header !== undefined && (
        <div className="contents @max-2xs:hidden">
          <Header key={chapter.id} chapter={chapter.id} />
        </div>
      )}
      <IconButton
        icon={ChevronUp}
        label={t("bar.previous")}
        className={NOT_NARROW}
        onClick={() => void runCommand("writing.previous_chapter")}
      />
      <IconButton
        icon={ChevronDown}
        label={t("bar.next")}
        className={NOT_NARROW}
        onClick={() => void runCommand("writing.next_chapter")}
      />
      <IconButton
        icon={Search}
        label={t("bar.find")}
        className="@max-2xs:hidden"
        onClick={() => void runCommand("find.scene")}
      />
      <IconButton
        icon={PanelRight}
        label={t("bar.inspector")}
        onClick={() => void runCommand("view.inspector")}
      />
    </div>
  );
}
