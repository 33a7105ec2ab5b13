// Acts on profiles.
import i18next from "i18next";
import { localized } from "@/components/localized";
import { attempt } from "@/desk/attempt";
import { fileNameFor } from "@/desk/file-name";
import { notify } from "@/desk/notices";
import { call, toFailure } from "@/ipc/host";
import type { ProfileImported, ProfileLeftUse, ProfilePlace, ProfileSaved, ProfileView } from "@/ipc/types";
import { discard, edit, type LostProfile, type NoProfile, useProfiles } from "./state";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`pipelines:${key}`, values);

/** Opens the JSON of a profile in the editor; of a shipped one, a copy under an id and a title of its own. */
export function openText({ profile, origin }: ProfileView): Promise<unknown> {
  const copy = origin === "shipped";
  return attempt(async () => edit((await call("pipeline.get", { profile, copy })).text));
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

/** Removes a profile; the notice restores it. For one that is set somewhere, the author is asked first. */
export function remove(name: string, of: ProfileView, force = false): Promise<unknown> {
  const { profile, origin } = of;
  const from: ProfilePlace = origin === "machine" ? "machine" : "novel";
  return attempt(async () => {
    const { text } = await call("pipeline.get", { profile });
    try {
      await call("pipeline.remove", { profile, from, ...(force && { force }) });
    } catch (thrown) {
      const { code, details } = toFailure(thrown);
      if (code !== "in_use") throw thrown;
      const { uses } = details as unknown as { uses: ProfileLeftUse[] };
      useProfiles.setState({ refused: { act: "remove", name, profile: of, uses } });
      return;
    }
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
    try {
      await imported(await call("pipeline.import", { path: path.path, to }));
    } catch (thrown) {
      const { code, details } = toFailure(thrown);
      if (code === "name_taken") {
        const lost = details as unknown as LostProfile;
        useProfiles.setState({ refused: { act: "import", path: path.path, to, lost } });
      } else if (code === "bad_request" && details !== null) {
        const file = details as unknown as NoProfile;
        useProfiles.setState({ refused: { act: "read", name: path.name, to, file } });
      } else throw thrown;
    }
  });
}

/** Takes in a profile from a file in place of the one with its id. */
export function importOver(path: string, to: ProfilePlace): Promise<unknown> {
  return attempt(async () => imported(await call("pipeline.import", { path, to, replace: true })));
}

async function imported({ profile, before, kept }: ProfileImported): Promise<void> {
  useProfiles.setState({ chosen: profile });
  const detail = before != null ? say("keptIn.novel") : kept != null ? say("keptIn.machine") : "";
  notify({
    tone: "success",
    text: say("imported", { name: await titleOf(profile) }),
    ...(detail !== "" && { detail }),
  });
}
