// What the author does to the manuscript's structure. Each act tells what it did and, where it can, how to take it
// back; a failure is told too, and leaves everything as it was.
import i18next from "i18next";
import { desk, isWritable, useDesk } from "@/desk/desk";
import { holdTyping } from "@/desk/held-typing";
import { goToScene, inTurn, leadInTurn, outline } from "@/desk/navigation";
import { settleAll } from "@/desk/open-scenes";
import { panesNow, showPane } from "@/desk/panes";
import { call } from "@/ipc/host";
import type { OutlineView, PartId, Status } from "@/ipc/types";
import { setFolded } from "./folded";
import { nextChapterTitle, nextVolumeTitle } from "./next-title";
import { attempt, tell } from "./notices";
import { type PartPlace, samePlace, sceneBeside, scenesOf, standing, stepPlace } from "./places";
import { keyOf, type Row } from "./rows";
import { type Renaming, useBinder, want } from "./store";
import { targetPart } from "./target";

const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(`binder:${key}`, { ...values });

/** Which side of a part a new one stands on. */
export type Side = "before" | "after";

/** What a part is called in sentences: its title, or what it is. */
export function nameOf(outline: OutlineView, part: PartId): string {
  const here = standing(outline, part);
  if (here === undefined) return "";
  if (here.kind === "volume") return here.volume.title || t("untitled.volume");
  if (here.kind === "chapter") return here.chapter.title || t("untitled.chapter");
  return here.chapter.scenes[here.place.at]?.title || t("untitled.scene", { n: here.place.at + 1 });
}

/** An act that leads to another text or to a title. */
const holding = (act: () => Promise<void>): Promise<boolean> => leadInTurn(() => attempt(act));

/** Unfolds what a place lies in. */
function unfoldAbove(outline: OutlineView, { parent }: PartPlace): void {
  if (parent === "manuscript") return;
  const above = standing(outline, parent);
  setFolded([keyOf(parent), ...(above === undefined ? [] : [keyOf({ volume: above.volume.id })])], false);
}

/** Opens the field for a title; the binder comes into sight for it. */
export function startRenaming(renaming: Renaming): void {
  if (panesNow().binder === 0) showPane("binder");
  holdTyping("", "field");
  useBinder.setState({
    renaming,
    active: renaming.key,
    wanted: { key: renaming.key, focus: false },
    query: "",
  });
}

/** A new chapter with a scene to write in, beside a part or behind the last chapter. */
export function newChapter(beside: PartId | null = targetPart(), side: Side = "after"): Promise<boolean> {
  return holding(() => makeChapter(beside, side));
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
  const made = await call("manuscript.create", { parent: place.parent, title, at: place.at });
  if (!("chapter" in made)) return;
  const scene = await call("manuscript.create", { parent: { chapter: made.chapter } });
  setFolded([place.key], false);
  startRenaming({
    key: keyOf(made),
    text: title + separator,
    ...("scene" in scene ? { next: scene.scene } : {}),
  });
  if (follows && taken(book, title)) {
    tell({
      text: t("notice.numberTaken", { title }),
      action: {
        label: t("renumber"),
        onSelect: () => useDesk.setState({ dialog: { name: "renumber" } }),
      },
    });
  }
}

/** Whether a chapter begins with a number that is given anew. */
function taken(book: OutlineView, title: string): boolean {
  return book.volumes.some((volume) => volume.chapters.some((chapter) => chapter.title.startsWith(title)));
}

async function chapterPlace(book: OutlineView, beside: PartId | null, side: Side) {
  const here = beside === null ? undefined : standing(book, beside);
  const volume = here?.volume ?? book.volumes.at(-1);
  if (volume === undefined) {
    const made = await call("manuscript.create", { parent: "manuscript" });
    if (!("volume" in made)) throw new Error("a volume was asked for");
    return { parent: made, at: 0, key: keyOf(made) };
  }
  const parent = { volume: volume.id };
  const key = keyOf(parent);
  if (here === undefined || here.kind === "volume") return { parent, at: volume.chapters.length, key };
  const at = volume.chapters.findIndex((chapter) => chapter.id === here.chapter.id);
  return { parent, at: side === "before" ? at : at + 1, key };
}

/** A new scene, beside a scene or at the end of a chapter, and goes there. */
export function newScene(beside: PartId | null = targetPart(), side: Side = "after"): Promise<boolean> {
  return holding(async () => {
    const book = await outline();
    const here = beside === null ? undefined : standing(book, beside);
    const chapter = here?.kind === "volume" ? here.volume.chapters.at(-1) : here?.chapter;
    if (chapter === undefined) {
      await makeChapter(beside, "after");
      return;
    }
    const at = here?.kind === "scene" ? here.place.at + (side === "after" ? 1 : 0) : chapter.scenes.length;
    const made = await call("manuscript.create", { parent: { chapter: chapter.id }, at });
    if (!("scene" in made)) return;
    setFolded([keyOf({ chapter: chapter.id })], false);
    want({ key: keyOf(made), focus: false });
    goToScene(made.scene);
  });
}

/** A new volume behind the one of a part, or at the end. */
export function newVolume(beside: PartId | null = targetPart(), side: Side = "after"): Promise<boolean> {
  return holding(async () => {
    const book = await outline();
    const here = beside === null ? undefined : standing(book, beside);
    const own = here === undefined ? book.volumes.length - 1 : book.volumes.indexOf(here.volume);
    const at = own + (side === "after" ? 1 : 0);
    const { title, separator } = nextVolumeTitle(
      book.volumes.slice(0, at).map((volume) => volume.title),
      { first: t("new.firstVolume"), plain: t("new.volume") },
    );
    const made = await call("manuscript.create", { parent: "manuscript", title, at });
    startRenaming({ key: keyOf(made), text: title + separator });
  });
}

/** Gives a part another title. Rejects with a `Failure`. */
export async function rename(part: PartId, title: string): Promise<void> {
  await call("manuscript.rename", { part, title: title.trim() });
}

/** Moves a part; a notice offers the way back. */
export function move(part: PartId, to: PartPlace, focus = false): Promise<boolean> {
  return inTurn(() => attempt(() => moveNow(part, to, focus)));
}

async function moveNow(part: PartId, to: PartPlace, focus: boolean): Promise<void> {
  const book = await outline();
  const from = standing(book, part)?.place;
  if (from === undefined || samePlace(from, to)) return;
  const name = nameOf(book, part);
  const go = async (now: OutlineView, place: PartPlace) => {
    unfoldAbove(now, place);
    want({ key: keyOf(part), focus, beyond: now });
    await call("manuscript.move", { part, parent: place.parent, at: place.at });
  };
  await go(book, to);
  const undo = () => inTurn(() => attempt(async () => go(await outline(), from)));
  tell({
    id: "binder-move",
    text: t("notice.moved", { name }),
    action: { label: t("undo"), onSelect: () => void undo() },
  });
}

/** Moves a part one step. */
export function moveStep(part: PartId | null, step: 1 | -1, focus = false): Promise<boolean> {
  return inTurn(() =>
    attempt(async () => {
      if (part === null) return;
      const to = stepPlace(await outline(), part, step);
      if (to !== null) await moveNow(part, to, focus);
    }),
  );
}

/**
 * Puts a part into the bin: the one named, else what the row or the open scene stands for once the acts before are done. The
 * text goes on with what stood beside it.
 */
export function toBin(named?: PartId): Promise<boolean> {
  return holding(async () => {
    const book = await outline();
    const part = named ?? targetPart(book);
    const from = part === null ? undefined : standing(book, part)?.place;
    if (part === null || from === undefined) return;
    const name = nameOf(book, part);
    const { scene } = desk();
    const leaves = scene !== null && scenesOf(book, part).has(scene);
    const beside = leaves ? sceneBeside(book, part) : null;
    await settleAll();
    await call("manuscript.bin", { part });
    if (leaves) {
      if (beside === null) useDesk.setState({ scene: null });
      else goToScene(beside);
    }
    tell({
      text: t("notice.binned", { name }),
      action: {
        label: t("undo"),
        onSelect: () =>
          void holding(async () => {
            await call("manuscript.move", { part, parent: from.parent, at: from.at });
            want({ key: keyOf(part), focus: false });
            if (leaves && scene !== null) goToScene(scene);
          }),
      },
    });
  });
}

/** Says how far a part is. */
export function setStatus(part: PartId, status: Status): Promise<boolean> {
  return attempt(() => call("manuscript.describe", { part, status }));
}

/** Opens what a row stands for; a volume folds or unfolds. */
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
  tell({
    text: t("notice.noScene", { name: row.title || t("untitled.chapter") }),
    action: isWritable() ? add : undefined,
  });
}
