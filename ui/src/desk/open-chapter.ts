// The chapter of the open scene, with its volume.
import { useAnswer } from "@/ipc/queries";
import type { ChapterView, VolumeView } from "@/ipc/types";
import { useDesk } from "./desk";

export interface OpenChapter {
  chapter: ChapterView | null;
  volume: VolumeView | null;
  /** All chapters, in order. */
  chapters: readonly ChapterView[];
  /** Whether the manuscript is known and has no chapter. */
  isEmpty: boolean;
}

export function useOpenChapter(): OpenChapter {
  const scene = useDesk((desk) => desk.scene);
  const outline = useAnswer("manuscript.outline", {}).data;
  const volumes = outline?.volumes ?? [];
  const chapters = volumes.flatMap((volume) => volume.chapters);
  const has = (chapter: ChapterView) => chapter.scenes.some(({ id }) => id === scene);
  return {
    chapter: chapters.find(has) ?? null,
    volume: volumes.find((volume) => volume.chapters.some(has)) ?? null,
    chapters,
    isEmpty: outline !== undefined && chapters.length === 0,
  };
}
