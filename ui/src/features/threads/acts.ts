// What is done with threads and their passages. What goes can be taken back by the notice it leaves.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { showItem, useDesk } from "@/desk/desk";
import { goToScene } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll, openScene } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { AnchorView, ThreadAct, ThreadId } from "@/ipc/types";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`threads:${key}`, values);

/** Removes a thread; the list is shown where it was. */
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

/** Takes a passage away from its thread. */
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

/** Takes a thread on without a passage. */
export function act(thread: ThreadId, what: ThreadAct, reason = ""): Promise<unknown> {
  return attempt(() => call("threads.act", { thread, act: what, reason }));
}

/** Shows a passage in the text: where its editor has it, or where the backend knows it. */
export function goToAnchor({ id, gone, place }: AnchorView): Promise<unknown> {
  return attempt(async () => {
    const { scene } = place;
    const held = openScene(scene)
      ?.writing?.anchorsNow()
      .find((anchor) => anchor.id === String(id));
    if (held !== undefined && !held.gone) {
      goToScene(scene, { from: held.from, to: held.to, unit: "chars" });
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

/** Says what was done with a thread, with the way to it. */
export function told(text: string, thread: ThreadId): void {
  notify({
    tone: "success",
    text,
    action: { label: say("open"), onSelect: () => showItem("thread", thread) },
  });
}
