// Below the text, never over it: the proposal of the open scene, its undecided texts, or the scene elsewhere that is
// being written. It also restores the proposal in the editor, which is unmounted and remounted with its scene.
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { isDialogOpen } from "@/components/dialog";
import { figure } from "@/components/figures";
import { FOOT } from "@/components/toast";
import { useDesk } from "@/desk/desk";
import { useDraftLength } from "@/desk/draft-length";
import { goToScene, locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { SceneId } from "@/ipc/types";
import { ProposalBar } from "./bar";
import { isLost, liveIn, reattach } from "./live";
import type { Run } from "./run";
import { stop } from "./session";
import { useDrafting } from "./store";
import { UnfinishedBar } from "./unfinished";

/** Interval of checks whether the proposal is still in the text, ms. */
const CHECK_INTERVAL = 300;
/** How long the bar below ignores the pointer after a proposal has gone, ms. */
const QUIET = 700;

/** `children` are bars of others below it. */
export function DraftingBar({ children }: { children?: ReactNode }) {
  const scene = useDesk((state) => state.scene);
  const runs = useDrafting((state) => state.runs);
  const run = scene === null ? undefined : runs.get(scene);
  const other = run === undefined ? [...runs].find(([id]) => id !== scene) : undefined;
  useStopKey(run === undefined ? null : scene);
  const foot = useRef<HTMLDivElement>(null);
  useFoot(foot);
  useQuiet(foot, scene, run !== undefined);
  return (
    <div
      ref={foot}
      className="flex shrink-0 flex-col items-center gap-2 bg-page px-4 pt-1 pb-3 *:w-full *:max-w-172 empty:hidden"
    >
      {scene !== null && run !== undefined && <Kept key={scene} scene={scene} />}
      {other !== undefined && <Elsewhere scene={other[0]} run={other[1]} />}
      {scene !== null && run !== undefined && <ProposalBar scene={scene} run={run} />}
      {scene !== null && run === undefined && <UnfinishedBar key={scene} scene={scene} />}
      {children}
    </div>
  );
}

/** Notices appear above this bar. */
function useFoot(foot: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { current } = foot;
    if (current === null) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => root.style.setProperty(FOOT, `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      root.style.removeProperty(FOOT);
    };
  }, [foot]);
}

/**
 * After the proposal has gone, whatever bar takes its place ignores the pointer for a moment: the second press of a
 * double click was meant for the button that is gone.
 */
function useQuiet(foot: RefObject<HTMLDivElement | null>, scene: SceneId | null, isThere: boolean): void {
  const was = useRef({ scene, isThere });
  const goneAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (was.current.scene === scene && was.current.isThere && !isThere) goneAt.current = performance.now();
    // A new proposal has its own buttons.
    if (isThere) goneAt.current = Number.NEGATIVE_INFINITY;
    was.current = { scene, isThere };
  }, [scene, isThere]);
  useEffect(() => {
    const { current } = foot;
    if (current === null) return;
    const onClick = (event: MouseEvent) => {
      // The keyboard presses what has the focus.
      if (event.detail === 0 || performance.now() - goneAt.current > QUIET) return;
      event.stopPropagation();
      event.preventDefault();
    };
    current.addEventListener("click", onClick, true);
    return () => current.removeEventListener("click", onClick, true);
  }, [foot]);
}

/** Checks whether the proposal is in the editor of its scene, and restores it. */
function Kept({ scene }: { scene: SceneId }) {
  useEffect(() => {
    const look = () => {
      const live = liveIn(scene);
      if (live !== undefined && isLost(live)) reattach(live);
    };
    look();
    const timer = setInterval(look, CHECK_INTERVAL);
    return () => clearInterval(timer);
  }, [scene]);
  return null;
}

/** Escape stops a running generation wherever the focus is; open menus and dialogs take it first. */
function useStopKey(scene: SceneId | null): void {
  useEffect(() => {
    if (scene === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (!isDialogOpen() && document.querySelector("[role=menu]") === null) stop(scene);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [scene]);
}

function Elsewhere({ scene, run }: { scene: SceneId; run: Run }) {
  const { t } = useTranslation("drafting");
  const { inUnits, unit } = useDraftLength();
  const { data } = useAnswer("manuscript.outline", {});
  const place = data === undefined ? undefined : locate(data, scene);
  const title = place?.scene.title || place?.chapter.title || t("bar.unnamed");
  const counted = run.candidates[run.shown]?.counted ?? 0;
  const ready = run.phase === "ready";
  return (
    <section
      aria-label={t("bar.label", { act: t(`acts.${run.request.act}`) })}
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface-raised px-3 py-1.5 text-xs text-subtle shadow-2"
    >
      <p className="min-w-0 flex-1 truncate tabular-nums">
        {ready
          ? t("bar.ready", { title })
          : t("bar.elsewhere", { title, n: figure(inUnits(counted)), context: unit })}
      </p>
      {!ready && (
        <Button size="sm" variant="ghost" busy={run.stopping} onClick={() => stop(scene)}>
          {t("bar.stop")}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => goToScene(scene)}>
        {t("bar.goThere")}
      </Button>
    </section>
  );
}
