// From where to where something is so, in words.
import type { TFunction } from "i18next";
import type { SceneRef } from "@/ipc/types";

type Say = TFunction<"graph">;

/** The chapter of a scene: 第3章. */
export function placeWords(t: Say, place: SceneRef): string {
  return place.chapter_index === null ? t("place.bin") : t("place.chapter", { n: place.chapter_index + 1 });
}

/** 第3章起 – 第9章止; empty where it has neither beginning nor end. */
export function spanWords(
  t: Say,
  { valid_from: from, valid_to: to }: { valid_from: SceneRef | null; valid_to: SceneRef | null },
): string {
  const words = (place: SceneRef | null) => (place === null ? "" : placeWords(t, place));
  const values = { from: words(from), to: words(to) };
  if (from !== null && to !== null) return t("place.between", values);
  if (from !== null) return capital(t("place.since", values));
  return to === null ? "" : capital(t("place.until", values));
}

const capital = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** The titles of those chapters, for the pointer. */
export function spanTitles({
  valid_from: from,
  valid_to: to,
}: {
  valid_from: SceneRef | null;
  valid_to: SceneRef | null;
}): string | undefined {
  const titles = [from, to].map((place) => place?.chapter_title ?? "").filter((title) => title !== "");
  return titles.length === 0 ? undefined : titles.join(" – ");
}
