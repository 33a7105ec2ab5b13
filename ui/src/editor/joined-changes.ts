// What two sides made of one text, in one text.
import { ChangeSet, Text } from "@codemirror/state";
import { changesBetween } from "./difference";

/**
 * The text with the changes of both sides. What either put in is in it, even where the other removed what was around it;
 * at one place ours stands first. What either removed is gone.
 */
export function joinedChanges(base: string, { ours, theirs }: { ours: string; theirs: string }): string {
  const madeOf = (text: string) => ChangeSet.of(changesBetween(base, text), base.length);
  const our = madeOf(ours);
  return our
    .compose(madeOf(theirs).map(our))
    .apply(Text.of(base.split("\n")))
    .toString();
}
