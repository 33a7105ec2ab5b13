// Acts on events. The notice of a removal undoes it.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { useDesk } from "@/desk/desk";
import { goToScene } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { call } from "@/ipc/host";
import type { EventView, Failure } from "@/ipc/types";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`timeline:${key}`, values);

/** Removes an event; the list is shown at its old position. */
export function removeEvent({ id, title }: EventView): Promise<unknown> {
  return attempt(async () => {
    await call("timeline.remove", { events: [id] });
    useDesk.setState(({ shown }) => ({
      shown: { ...shown, event: shown.event === id ? null : shown.event },
    }));
    notify({
      text: say("removed", { title }),
      action: {
        label: say("undo"),
        onSelect: () => void attempt(() => call("timeline.put_back", { events: [id] })),
      },
    });
  });
}

/** Shows the scene that tells an event. */
export function goToTelling({ scene, rank }: EventView): void {
  if (scene !== null && rank !== null) goToScene(scene);
}

/** The titles of the events in a cycle; null for other failures. */
export function circleOf({ code, details }: Failure): string[] | null {
  if (code !== "time_cycle" || details === null || typeof details !== "object" || Array.isArray(details))
    return null;
  const { titles } = details;
  if (!Array.isArray(titles)) return null;
  return titles.filter((title) => typeof title === "string");
}
