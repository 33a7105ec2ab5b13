// Which comments the list shows.
import type { TFunction } from "i18next";
import type { CommentBy, CommentColour, CommentState, CommentView } from "@/ipc/types";
import type { Filter } from "./store";

export const STATES: readonly CommentState[] = ["open", "done"];
export const COLOURS: readonly CommentColour[] = ["yellow", "green", "blue", "pink", "purple", "grey"];

/** The writer in words. */
export function nameOf({ who = "author", name = "" }: CommentBy, t: TFunction<"comments">): string {
  return name === "" ? t(`who.${who}`) : name;
}

/** A writer as a value of the filter. */
export function keyOf({ who = "author", name = "" }: CommentBy): string {
  return `${who} ${name}`;
}

/** The writers of comments and replies, each once. */
export function writersOf(comments: readonly CommentView[]): CommentBy[] {
  const all = comments.flatMap(({ by, replies }) => [by, ...replies.map((reply) => reply.by)]);
  return [...new Map(all.map((by) => [keyOf(by), by])).values()];
}

/** The comments that a filter admits. A comment by someone else with a reply of the writer counts as theirs too. */
export function filtered(comments: readonly CommentView[], filter: Filter): readonly CommentView[] {
  const words = filter.query.trim().toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(words);
  return comments.filter(
    ({ state, colour, by, replies, text, quote }) =>
      (filter.state === null || state === filter.state) &&
      (filter.colour === null || colour === filter.colour) &&
      (filter.writer === null ||
        keyOf(by) === filter.writer ||
        replies.some((reply) => keyOf(reply.by) === filter.writer)) &&
      (words === "" || has(text) || has(quote) || replies.some((reply) => has(reply.text))),
  );
}
