// Acts on profiles.
import i18next from "i18next";
import { localized } from "@/components/localized";
import { attempt } from "@/desk/attempt";
import { fileNameFor } from "@/desk/file-name";
import { notify } from "@/desk/notices";
import { call } from "@/ipc/host";
import type { ProfilePlace, ProfileSaved, ProfileView } from "@/ipc/types";
import { discard, edit, useProfiles } from "./state";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`pipelines:${key}`, values);

/** Opens the JSON of a profile in the editor. */
export function openText({ profile }: ProfileView): Promise<unknown> {
  return attempt(async () => edit((await call("pipeline.get", { profile })).text));
}

/** The title of a profile as it is stored; its id if it has none. */
async function titleOf(profile: string): Promise<string> {
  const { profiles } = await call("pipeline.list", {});
  const found = profiles.find((one) => one.profile === profile);
  return found === undefined ? profile : localized(found.title, i18next.language) || profile;
}

async function shown({ profile, version }: ProfileSaved): Promise<void> {
  useProfiles.setState({ chosen: profile });
  notify({ tone: "success", text: say("saved", { name: await titleOf(profile), version }) });
}

/** Saves the text in the editor. */
export function save(text: string, to: ProfilePlace): Promise<unknown> {
  return attempt(async () => {
    const saved = await call("pipeline.save", { text, to });
    discard();
    await shown(saved);
  });
}

/** Removes a profile; the notice restores it. */
export function remove(name: string, { profile, origin }: ProfileView): Promise<unknown> {
  const from: ProfilePlace = origin === "machine" ? "machine" : "novel";
  return attempt(async () => {
    const { text } = await call("pipeline.get", { profile });
    await call("pipeline.remove", { profile, from });
    notify({
      text: say("removed", { name }),
      action: {
        label: say("undo"),
        onSelect: () => void attempt(() => call("pipeline.save", { text, to: from })),
      },
    });
  });
}

/** Lets the steps of an imported profile ask a model. */
export function trust(name: string, { profile }: ProfileView): Promise<unknown> {
  return attempt(async () => {
    await call("pipeline.trust", { profile });
    notify({ text: say("trusted", { name }) });
  });
}

/** Writes a profile to a file. */
export function exportFile({ profile, title }: ProfileView): Promise<unknown> {
  return attempt(async () => {
    const name = localized(title, i18next.language);
    const { path } = await call("window.choose", {
      kind: "export_profile",
      title: say("chooseExport"),
      name: fileNameFor(name, "json", profile),
    });
    if (path === null) return;
    await call("pipeline.export", { profile, path: path.path });
    notify({
      text: say("exported", { name }),
      action: {
        label: say("reveal"),
        onSelect: () => void attempt(() => call("window.reveal", { path: path.path })),
      },
    });
  });
}

/** Takes in a profile from a file. */
export function importFile(to: ProfilePlace): Promise<unknown> {
  return attempt(async () => {
    const { path } = await call("window.choose", { kind: "import_profile", title: say("chooseImport") });
    if (path === null) return;
    const { profile } = await call("pipeline.import", { path: path.path, to });
    useProfiles.setState({ chosen: profile });
    notify({ tone: "success", text: say("imported", { name: await titleOf(profile) }) });
  });
}
