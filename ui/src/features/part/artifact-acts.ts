// Acts of the author on artifacts.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { call } from "@/ipc/host";
import type { ArtifactEntry } from "@/ipc/types";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`part:artifacts.${key}`, values);

type Of = Pick<ArtifactEntry, "name" | "subject">;

/** Pins a version, so that it is never deleted, or takes the pin away. */
export function pin({ name, subject }: Of, version: number, to: "on" | "off"): Promise<unknown> {
  return attempt(() => call("artifact.pin", { name, subject, version, pinned: to === "on" }));
}

/** Keeps an artifact out of prompts, or lets it in again; the notice undoes it. */
export function withhold({ name, withheld }: ArtifactEntry, title: string): Promise<unknown> {
  const set = (to: boolean) => call("artifact.withhold", { name, withheld: to });
  return attempt(async () => {
    await set(!withheld);
    notify({
      text: say(withheld ? "allowedNow" : "withheldNow", { name: title }),
      action: { label: say("undo"), onSelect: () => void attempt(() => set(withheld)) },
    });
  });
}

/** Writes a value again that an earlier version has, as of the place of that version. */
export function takeBack({ name, subject, newest }: ArtifactEntry, value: string): Promise<unknown> {
  return attempt(() => call("artifact.set", { name, subject, value, based_on: newest }));
}
