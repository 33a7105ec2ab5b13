// Acts on a single part: opening and renaming it, creating another beside it. A failure is reported and changes
// nothing.
import i18next from "i18next";
import { isWritable, useDesk } from "@/desk/desk";
import { holdTyping } from "@/desk/held-typing";
import { goToScene, leadInTurn, outline } from "@/desk/navigation";
import { panesNow, showPane } from "@/desk/panes";
import { call } from "@/ipc/host";
import type { OutlineView, PartId } from "@/ipc/types";
import { setFolded } from "./folded";
import { nextChapterTitle, nextVolumeTitle } from "./next-title";
import { attempt, notify } from "./notices";
import { locationOf, type PartPlace } from "./places";
import { keyOf, type Row } from "./rows";
import { NONE } from "./selection";
import { binder, type Renaming, revealRow, useBinder } from "./store";
import { targetPart } from "./target";

const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(`binder:${key}`, { ...values });

/** The side of a part on which a new one is created. */
export type Side = "before" | "after";

/** The name of a part in messages: its title, or its kind. */
export function nameOf(outline: OutlineView, part: PartId): string {
  const here = locationOf(outline, part);
  if (here === undefined) return "";
  if (here.kind === "volume") return here.volume.title || t("untitled.volume");
  if (here.kind === "chapter") return here.chapter.title || t("untitled.chapter");
  return here.chapter.scenes[here.place.at]?.title || t("untitled.scene", { n: here.place.at + 1 });
}

/** An act that leads to another text or to a title field. */
export const leadAct = (act: () => Promise<void>): Promise<boolean> => leadInTurn(() => attempt(act));

/** Expands the ancestors of a place. */
export function unfoldAbove(outline: OutlineView, { parent }: PartPlace): void {
  if (parent === "manuscript") return;
  const above = locationOf(outline, parent);
  setFolded([keyOf(parent), ...(above === undefined ? [] : [keyOf({ volume: above.volume.id })])], false);
}

/** Opens the title field and reveals the binder for it. */
export function startRenaming(renaming: Renaming): void {
  if (panesNow().binder === 0) showPane("binder");
  holdTyping("", "field");
  useBinder.setState({
    renaming,
    active: renaming.key,
    selection: NONE,
    wanted: { key: renaming.key, focus: false },
    query: "",
  });
}

/**
 * Opens the title field of the targeted part, as it is after the acts before: the only scene of a chapter has no row
 * of its own.
 */
export async function renameTarget(): Promise<void> {
  const fromText = binder().active === null;
  await leadAct(async () => {
    const part = targetPart(await outline());
    if (part !== null) startRenaming({ key: keyOf(part), fromText });
  });
}

/** Creates a chapter with a scene, beside a part or after the last chapter. */
export function newChapter(beside: PartId | null = targetPart(), side: Side = "after"): Promise<boolean> {
  return leadAct(() => makeChapter(beside, side));
}

async function makeChapter(beside: PartId | null, side: Side): Promise<void> {
  const book = await outline();
  const place = await chapterPlace(book, beside, side);
  const volumeAt = book.volumes.findIndex((volume) => keyOf({ volume: volume.id }) === place.key);
  const titles = book.volumes
    .slice(0, volumeAt + 1)
    .map((volume) => volume.chapters.map(({ title }) => title));
  const own = titles.at(-1);
  const follows = (own?.length ?? 0) > place.at || volumeAt < book.volumes.length - 1;
  if (own !== undefined) titles[titles.length - 1] = own.slice(0, place.at);
  const { title, separator } = nextChapterTitle(titles, {
    first: t("new.firstChapter"),
    plain: t("new.chapter"),
  });
  const created = await call("manuscript.create", { parent: place.parent, title, at: place.at });
  if (!("chapter" in created)) return;
  const scene = await call("manuscript.create", { parent: { chapter: created.chapter } });
  setFolded([place.key], false);
  startRenaming({
    key: keyOf(created),
    text: title + separator,
    ...("scene" in scene ? { next: scene.scene } : {}),
  });
  if (follows && isNumberTaken(book, title)) {
    notify({
      text: t("notice.numberTaken", { title }),
      action: {
        label: t("renumber"),
        onSelect: () => useDesk.setState({ dialog: { name: "renumber" } }),
      },
    });
  }
}

/** Whether another chapter already begins with the same number. */
function isNumberTaken(book: OutlineView, title: string): boolean {
  return book.volumes.some((volume) => volume.chapters.some((chapter) => chapter.title.startsWith(title)));
}

async function chapterPlace(book: OutlineView, beside: PartId | null, side: Side) {
  const here = beside === null ? undefined : locationOf(book, beside);
  const volume = here?.volume ?? book.volumes.at(-1);
  if (volume === undefined) {
    const created = await call("manuscript.create", { parent: "manuscript" });
    if (!("volume" in created)) throw new Error("a volume was asked for");
    return { parent: created, at: 0, key: keyOf(created) };
  }
  const parent = { volume: volume.id };
  const key = keyOf(parent);
  if (here === undefined || here.kind === "volume") return { parent, at: volume.chapters.length, key };
  const at = volume.chapters.findIndex((chapter) => chapter.id === here.chapter.id);
  return { parent, at: side === "before" ? at : at + 1, key };
}

/** Creates a scene beside a scene or at the end of a chapter, and goes to it. */
export function newScene(beside: PartId | null = targetPart(), side: Side = "after"): Promise<boolean> {
  return leadAct(async () => {
    const book = await outline();
    const here = beside === null ? undefined : locationOf(book, beside);
    const chapter = here?.kind === "volume" ? here.volume.chapters.at(-1) : here?.chapter;
    if (chapter === undefined) {
      await makeChapter(beside, "after");
      return;
    }
    const at = here?.kind === "scene" ? here.place.at + (side === "after" ? 1 : 0) : chapter.scenes.length;
    const created = await call("manuscript.create", { parent: { chapter: chapter.id }, at });
    if (!("scene" in created)) return;
    setFolded([keyOf({ chapter: chapter.id })], false);
    revealRow({ key: keyOf(created), focus: false });
    goToScene(created.scene);
  });
}

/** Creates a volume after the one of a part, or at the end. */
export function newVolume(beside: PartId | null = targetPart(), side: Side = "after"): Promise<boolean> {
  return leadAct(async () => {
    const book = await outline();
    const here = beside === null ? undefined : locationOf(book, beside);
    const own = here === undefined ? book.volumes.length - 1 : book.volumes.indexOf(here.volume);
    const at = own + (side === "after" ? 1 : 0);
    const { title, separator } = nextVolumeTitle(
      book.volumes.slice(0, at).map((volume) => volume.title),
      { first: t("new.firstVolume"), plain: t("new.volume") },
    );
    const created = await call("manuscript.create", { parent: "manuscript", title, at });
    startRenaming({ key: keyOf(created), text: title + separator });
  });
}

/** Renames a part. Rejects with a `Failure`. */
export async function rename(part: PartId, title: string): Promise<void> {
  await call("manuscript.rename", { part, title: title.trim() });
}

/** Opens the part of a row; a volume expands or collapses. */
export function openRow(row: Row): void {
  if (row.kind === "volume") {
    setFolded([row.key], row.folded === false);
    return;
  }
  if (row.scene !== null) {
    goToScene(row.scene);
    return;
  }
  const add = { label: t("menu.newSceneIn"), onSelect: () => void newScene(row.part) };
  notify({
    text: t("notice.noScene", { name: row.title || t("untitled.chapter") }),
    action: isWritable() ? add : undefined,
  });
}
