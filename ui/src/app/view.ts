// Saves and restores the project's view of the window.
import { BINDER_WIDTH, desk, INSPECTOR_WIDTH, NOTHING_SHOWN, useDesk } from "@/desk/desk";
import { goToScene } from "@/desk/navigation";
import { openScene, useOpenScenes } from "@/desk/open-scenes";
import { foldedParts } from "@/features/binder/folded";
import { useSelected } from "@/features/writing/selection";
import { call } from "@/ipc/host";
import type { OpenedProject, View } from "@/ipc/types";
import { tabs } from "./features";

/** Delay between a change of the view and storing it, in ms. */
const STORE_DELAY = 1500;

/** Restores the view of a project that was just opened. */
export function applyView(project: OpenedProject): void {
  const { view } = project;
  const known = view.tab !== "";
  const tab = tabs.find(({ id }) => id === view.tab)?.id ?? "versions";
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

/** Stores the view now. It is a convenience, so failures are ignored. */
export async function keepViewNow(): Promise<void> {
  if (desk().project === null) return;
  await call("view.keep", { view: viewNow() }).catch(() => undefined);
}

/** Stores the view a while after each change. */
export function keepViewFromNowOn(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void keepViewNow();
    }, STORE_DELAY);
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
