// A three-way merge of text that never conflicts.
import { ChangeSet, Text } from "@codemirror/state";
import { changesBetween } from "./difference";

/**
 * Merges the changes of both sides. All insertions are kept, even where the other side removed the text around them; at
 * the same position ours comes first. All deletions are applied.
 */
export function joinedChanges(base: string, { ours, theirs }: { ours: string; theirs: string }): string {
  const changesTo = (text: string) => ChangeSet.of(changesBetween(base, text), base.length);
  const our = changesTo(ours);
  return our
    .compose(changesTo(theirs).map(our))
    .apply(Text.of(base.split("\n")))
    .toString();
}
