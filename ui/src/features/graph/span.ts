// Spans of statements in words.
import type { TFunction } from "i18next";
import type { SceneRef } from "@/ipc/types";

type Say = TFunction<"graph">;

/** The chapter by its title, or by its index in the book, from 0, if it has none; null: in the bin. */
export function chapterWords(t: Say, title: string, index: number | null): string {
  if (index === null) return t("place.bin");
  return title === "" ? t("place.chapter", { n: index + 1 }) : t("place.titled", { title });
}

/** The chapter of a scene: “第3章 渡口”. */
function placeWords(t: Say, place: SceneRef): string {
  return chapterWords(t, place.chapter_title, place.chapter_index);
}

/** “第3章 渡口”起 – “第9章 船”止; empty without a beginning and an end. */
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
