// Leaves paragraphs out of print, or prints them again.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { desk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { openScene, withText } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import { removeComments } from "./acts";
import { commentHere, paragraphsHere } from "./passages";

const say = (key: string) => i18next.t(`comments:${key}`);

/** Whether the paragraph at the caret is left out of print. */
function isUnprintedHere(): boolean {
  const { scene } = desk();
  const writing = scene === null ? null : openScene(scene)?.writing;
  return writing?.anchorAt(writing.selection().head, "comment")?.tone === "unprinted";
}

/** Leaves the paragraphs of the selection out of print; prints them again if they are. */
export function togglePrint(): Promise<unknown> {
  return attempt(async () => {
    const comment = commentHere();
    if (comment !== undefined && isUnprintedHere()) return printAgain(comment);
    const passage = paragraphsHere();
    if (passage === null) return;
    const added = await withText(passage.scene, () =>
      call("comments.add", { passage, not_for_print: true, colour: "grey" }),
    );
    notify({
      text: say("unprinted"),
      action: { label: say("undo"), onSelect: () => void removeComments([added.id]) },
    });
  });
}

/** Words about the passage stay as a comment. */
async function printAgain(comment: number): Promise<void> {
  const { scene } = desk();
  const { comments } = await call("comments.list", { scene });
  const known = comments.find(({ id }) => id === comment);
  if (known === undefined) return;
  if (known.text === "") await removeComments([comment]);
  else await call("comments.edit", { comment, not_for_print: false });
}
