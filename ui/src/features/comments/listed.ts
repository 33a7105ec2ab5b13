// Which comments the list shows.
import type { TFunction } from "i18next";
import { plainQuote } from "@/editor/plain-quote";
import type { CommentBy, CommentColour, CommentView } from "@/ipc/types";
import type { Filter, ListedState } from "./store";

export const STATES: readonly ListedState[] = ["open", "done", "unprinted", "removed"];
export const COLOURS: readonly CommentColour[] = ["yellow", "green", "blue", "pink", "purple", "grey"];

/** The writer in words. */
export function nameOf(by: CommentBy | undefined, t: TFunction<"comments">): string {
  const { who = "author", name = "" } = by ?? {};
  return name === "" ? t(`who.${who}`) : name;
}

/** A writer as a value of the filter. */
export function keyOf({ who = "author", name = "" }: CommentBy = {}): string {
  return `${who} ${name}`;
}

/** The writers of comments and replies, each once. */
export function writersOf(comments: readonly CommentView[]): CommentBy[] {
  const all = comments.flatMap(({ by, replies }) => [by, ...replies.map((reply) => reply.by ?? {})]);
  return [...new Map(all.map((by) => [keyOf(by), by])).values()];
}

/** What is to be done with a comment; nothing with a passage left out of print about which nothing is said. */
export function stateOf(comment: CommentView): ListedState {
  const { state, text, replies, not_for_print: isUnprinted, removed_at: removedAt } = comment;
  if (removedAt !== null) return "removed";
  return isUnprinted && text === "" && replies.length === 0 ? "unprinted" : state;
}

/** How many of the comments are in each state. */
export function countsOf(comments: readonly CommentView[]): Record<ListedState, number> {
  const counts = { open: 0, done: 0, unprinted: 0, removed: 0 };
  for (const comment of comments) counts[stateOf(comment)] += 1;
  return counts;
}

/**
 * The comments that a filter admits. A comment by someone else with a reply of the writer counts as theirs too. `name`
 * gives the writers in words.
 */
export function filtered(
  comments: readonly CommentView[],
  filter: Filter,
  name: (by: CommentBy | undefined) => string,
): readonly CommentView[] {
  const words = filter.query.trim().toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(words);
  const isIn = ({ text, by, quote, replies }: CommentView) =>
    [text, name(by), quote, plainQuote(quote)].some(has) ||
    replies.some((reply) => has(reply.text) || has(name(reply.by)));
  return comments.filter(
    (comment) =>
      (filter.state === null || stateOf(comment) === filter.state) &&
      (words === "" || isIn(comment)) &&
      isOf(comment, filter),
  );
}

function isOf({ colour, by, replies }: CommentView, { colour: wanted, writer }: Filter): boolean {
  return (
    (wanted === null || colour === wanted) &&
    (writer === null || keyOf(by) === writer || replies.some((reply) => keyOf(reply.by) === writer))
  );
}
