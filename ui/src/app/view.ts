// How the project stands in the window, kept for the next time.
import { BINDER_WIDTH, desk, INSPECTOR_TABS, INSPECTOR_WIDTH, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { goToScene } from "@/desk/navigation";
import { openScene, useOpenScenes } from "@/desk/open-scenes";
import { foldedParts } from "@/features/binder/folded";
import { useSelected } from "@/features/writing/selection";
import { call } from "@/ipc/host";
import type { OpenedProject, View } from "@/ipc/types";

/** Between a change of the view and its being kept, ms. */
const PACE = 1500;

/** Puts a project that was just opened as it stood. */
export function applyView(project: OpenedProject): void {
  const { view } = project;
  const known = view.tab !== "";
  const tab = INSPECTOR_TABS.find((name) => name === view.tab) ?? "versions";
  useDesk.setState({
    project,
    scene: null,
    centre: { kind: "writing" },
    dialog: null,
    shown: NOTHING_SHOWN,
    tab,
    binder: known ? view.binder : BINDER_WIDTH,
    inspector: known ? view.inspector : INSPECTOR_WIDTH,
  });
  if (view.scene !== null) {
    goToScene(view.scene, { from: view.caret, to: view.caret, unit: "utf16" });
  }
}

function viewNow(): View {
  const { scene, binder, inspector, tab } = desk();
  const writing = scene === null ? null : (openScene(scene)?.writing ?? null);
  return {
    scene,
    caret: writing?.selection().head ?? 0,
    scroll: writing?.scrollTop() ?? 0,
    binder: Math.round(binder),
    inspector: Math.round(inspector),
    tab,
    folded: foldedParts(),
  };
}

/** Keeps the view now. It is a convenience: a failure is no news. */
export async function keepViewNow(): Promise<void> {
  if (desk().project === null) return;
  await call("view.keep", { view: viewNow() }).catch(() => undefined);
}

/** Keeps the view some time after it changed. */
export function keepViewFromNowOn(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void keepViewNow();
    }, PACE);
  };
  const stops = [
    useDesk.subscribe(changed),
    useOpenScenes.subscribe(changed),
    useSelected.subscribe(changed),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
