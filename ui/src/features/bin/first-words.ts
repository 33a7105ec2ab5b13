// What tells untitled parts of the bin apart: the first words of their text, or where they were.
import { useTranslation } from "react-i18next";
import { useAnswer } from "@/ipc/queries";
import type { BinnedPart, OutlineView, PartId } from "@/ipc/types";
import { keyOf, kindOf } from "./binned";

/** Maximum number of words shown, in characters: a row has room for no more. */
const MAX_LENGTH = 60;

/** The first line of a text that has words, without its indent. */
export function firstWords(text: string): string {
  const line = /\S.*/u.exec(text)?.[0].trim() ?? "";
  return [...line.slice(0, 2 * MAX_LENGTH)].slice(0, MAX_LENGTH).join("");
}

/** The first words of a part; empty while they are fetched, and when it has none. null: a part with a title. */
export function useFirstWords(part: PartId | null): string {
  const isScene = part !== null && "scene" in part;
  const view = useAnswer("manuscript.part", part === null || isScene ? null : { part });
  const scene = isScene ? part.scene : view.data?.scenes[0];
  const text = useAnswer("scene.text", scene === undefined ? null : { scene });
  return firstWords(text.data?.draft?.text ?? text.data?.text ?? "");
}

/** The title of what contained a part; empty if it has none or is unknown. */
export function parentTitle(part: BinnedPart, bin: readonly BinnedPart[], book: OutlineView): string {
  const { parent } = part;
  if (parent === "manuscript") return "";
  const binned = bin.find((one) => keyOf(one) === keyOf(parent));
  if (binned !== undefined) return binned.title;
  const containers = book.volumes.flatMap((volume) => [
    { part: { volume: volume.id } as PartId, title: volume.title },
    ...volume.chapters.map(({ id, title }) => ({ part: { chapter: id } as PartId, title })),
  ]);
  return containers.find((one) => keyOf(one.part) === keyOf(parent))?.title ?? "";
}

/** The name of a part: its title; untitled, with what contained it. */
export function useNames(bin: readonly BinnedPart[]): (part: BinnedPart) => string {
  const { t } = useTranslation("bin");
  const book = useAnswer("manuscript.outline", {}).data ?? { volumes: [] };
  return (part) => {
    if (part.title !== "") return part.title;
    const parent = parentTitle(part, bin, book);
    const name = t(`untitled.${kindOf(part)}`);
    return parent === "" ? name : t("untitledIn", { name, parent });
  };
}
