// Proposals of a model: a beginning is rewritten, and the author accepts or rejects it.
import { become, openOf } from "./book";
import { type Doing, expectOpen, type Kind, takeCaret, typeOn } from "./doing";

/** Length of the text given to the model: longer than its answer, which therefore stays whole. */
const GIVEN = 6;

const decide = (decision: "accept_all" | "reject_all"): Kind => ({
  weight: 1,
  can: (book) => !openOf(book).text.slice(0, GIVEN).includes("\n") && openOf(book).text.length >= GIVEN,
  do: async (doing: Doing) => {
    const { window, book } = doing;
    const scene = openOf(book);
    await window.press("Control+Home", ...Array<string>(GIVEN).fill("Shift+ArrowRight"));
    await window.begin("drafting.rewrite");
    await window.page.locator("main .cm-proposal-hunk").first().waitFor();
    await window.begin(`drafting.${decision}`);
    await window.page.locator("main .cm-proposal-hunk").waitFor({ state: "detached" });
    if (decision === "accept_all") become(scene, window.answered + scene.text.slice(GIVEN));
    else scene.caret = null;
    await takeCaret(doing);
    await typeOn(doing);
    await expectOpen(doing);
  },
});

export const PROPOSALS = {
  acceptProposal: decide("accept_all"),
  refuseProposal: decide("reject_all"),
} satisfies Record<string, Kind>;
