// Model answers that are values: a scene card, titles. Malformed answers are rejected.

/** The plan of one scene, as stored in the text of a generation. */
export interface SceneCard {
  /** What the point-of-view character wants. */
  goal: string;
  /** What opposes the character. */
  conflict: string;
  /** What changes the situation, and how. */
  turning_point: string;
  /** The events in order. */
  beats: string[];
  /** How the scene ends. */
  ending_hook: string;
}

/** A title, and why it fits. */
export interface TitleCandidate {
  title: string;
  reason: string;
}

/** Titles to choose from, best first. */
export interface TitleList {
  candidates: TitleCandidate[];
}

const isText = (value: unknown): value is string => typeof value === "string";

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The fields of a card, in planning order. */
export const CARD_FIELDS = ["goal", "conflict", "turning_point", "beats", "ending_hook"] as const;
export type CardField = (typeof CARD_FIELDS)[number];

export function readCard(text: string): SceneCard | null {
  const value = parsed(text);
  if (value === null) return null;
  const { goal, conflict, turning_point, beats, ending_hook } = value;
  if (!isText(goal) || !isText(conflict) || !isText(turning_point) || !isText(ending_hook)) return null;
  if (!Array.isArray(beats) || !beats.every(isText)) return null;
  return { goal, conflict, turning_point, beats, ending_hook };
}

export function readTitles(text: string): TitleList | null {
  const candidates = parsed(text)?.candidates;
  if (!Array.isArray(candidates)) return null;
  const titles = candidates.flatMap((one: Partial<TitleCandidate> | null) =>
    isText(one?.title) && one.title.trim() !== ""
      ? [{ title: one.title.trim(), reason: isText(one.reason) ? one.reason : "" }]
      : [],
  );
  return { candidates: titles };
}

/** The number before a chapter title, with its separator. */
const NUMBER =
  /^(?:第\s*[\d０-９〇零一二两三四五六七八九十百千万]+\s*[章回节話话]|chapter\s+(?:\d+|[ivxlcdm]+)\b[.:：]?)\s*/iu;

/** A chapter's title with new words after its number. */
export function withNumberOf(present: string, title: string): string {
  const number = NUMBER.exec(present)?.[0] ?? "";
  if (number === "") return title;
  return /\s$/.test(number) ? number + title : `${number} ${title}`;
}

/** A synopsis with lines appended. */
export function appendLines(synopsis: string, lines: readonly string[]): string {
  return [synopsis.trimEnd(), ...lines].filter((line) => line !== "").join("\n");
}
