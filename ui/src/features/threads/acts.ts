// Acts on threads and their passages. The notice of a removal undoes it.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { showItem, useDesk } from "@/desk/desk";
import { goToScene } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll, openScene } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { AnchorView, ThreadAct, ThreadId } from "@/ipc/types";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`threads:${key}`, values);

/** Removes a thread; the list is shown at its old position. */
export function removeThread(thread: ThreadId, title: string): Promise<unknown> {
  return attempt(async () => {
    await call("threads.remove", { threads: [thread] });
    useDesk.setState(({ shown }) => ({
      shown: { ...shown, thread: shown.thread === thread ? null : shown.thread },
    }));
    notify({
      text: say("removed", { title }),
      action: {
        label: say("undo"),
        onSelect: () => void attempt(() => call("threads.put_back", { threads: [thread] })),
      },
    });
  });
}

/** Removes a passage from its thread. */
export function removeAnchor({ id }: AnchorView): Promise<unknown> {
  return attempt(async () => {
    await call("threads.remove_anchor", { anchor: id });
    notify({
      text: say("anchor.removed"),
      action: {
        label: say("undo"),
        onSelect: () => void attempt(() => call("threads.put_back_anchor", { anchor: id })),
      },
    });
  });
}

/** Changes a thread's state without a passage. */
export function act(thread: ThreadId, what: ThreadAct, reason = ""): Promise<unknown> {
  return attempt(() => call("threads.act", { thread, act: what, reason }));
}

/** Shows a passage in the text: at its place in the editor, or in the backend's answer. */
export function goToAnchor({ id, gone, place }: AnchorView): Promise<unknown> {
  return attempt(async () => {
    const { scene } = place;
    const anchored = openScene(scene)
      ?.writing?.anchorsNow()
      .find((anchor) => anchor.id === String(id));
    if (anchored !== undefined && !anchored.gone) {
      goToScene(scene, { from: anchored.from, to: anchored.to, unit: "chars" });
      return;
    }
    if (!gone) {
      await flushAll();
      const { anchors } = await call("threads.in_scene", { scene });
      const now = anchors.find((anchor) => anchor.id === id)?.now;
      if (now != null) {
        goToScene(scene, { from: now.start, to: now.end, unit: "chars" });
        return;
      }
    }
    goToScene(scene);
    notify({ text: say(gone ? "anchor.gone" : "anchor.unsure") });
  });
}

/** Reports an act on a thread, with a link to it. */
export function report(text: string, thread: ThreadId): void {
  notify({
    tone: "success",
    text,
    action: { label: say("open"), onSelect: () => showItem("thread", thread) },
  });
}
