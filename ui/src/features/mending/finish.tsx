// The end of a proposal: the decisions are sent, and the next scene that waits is shown.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { figure } from "@/components/figures";
import { attempt } from "@/desk/attempt";
import { desk, useDesk } from "@/desk/desk";
import { flushAll, openScene } from "@/desk/open-scenes";
import { currentAnswer } from "@/ipc/queries";
import type { MendSessionId, SceneId } from "@/ipc/types";
import { accept, isWaiting, showFindings, showMending } from "./acts";
import { areSame, countOf } from "./decisions";
import { setLooked, useMendings } from "./state";
import type { Proposal } from "./use-proposal";

/** Sends the decisions; undecided pieces are asked about first. `where` the author is then: the list, or the text. */
export function useFinish(
  session: MendSessionId,
  scene: SceneId,
  proposal: Proposal,
  where: "list" | "text" = "list",
) {
  const busy = useMendings((state) => state.isFinishing);
  const writable = useDesk(({ project }) => project?.writable === true);
  const [asking, setAsking] = useState(false);
  const { answer, pieces, states, accepted } = proposal;
  const send = async (shown: string) => {
    const { isFinishing } = useMendings.getState();
    if (isFinishing) return;
    useMendings.setState({ isFinishing: true });
    try {
      const seen = await newestSeen({ session, scene, pieces, shown });
      const ended = await accept({ session, scene, pieces: accepted, seen });
      if (ended !== "done") await answer.refetch();
      else {
        // Unless the author went to another scene meanwhile.
        if (where === "text" && desk().scene === scene) openScene(scene)?.writing?.focus();
        await goOn(session);
        setLooked(session, scene, null);
      }
    } finally {
      useMendings.setState({ isFinishing: false });
    }
  };
  const finish = (how: "ask" | "anyway") => {
    setAsking(how === "ask" && states.includes("open"));
    if (answer.data === undefined || (how === "ask" && states.includes("open"))) return;
    void send(answer.data.seen);
  };
  return {
    busy,
    asking,
    end: () => {
      if (writable && !busy && pieces.length > 0) finish("ask");
    },
    anyway: () => finish("anyway"),
    cancel: () => setAsking(false),
  };
}

interface Shown {
  session: MendSessionId;
  scene: SceneId;
  pieces: Proposal["pieces"];
  /** The text and the changes as they were shown. */
  shown: string;
}

/** The newest text, if words typed since left the changes as they were shown. `accept` tells what fails. */
async function newestSeen({ session, scene, pieces, shown }: Shown): Promise<string> {
  try {
    await flushAll();
    const newest = await currentAnswer("mend.proposal", { session, scene });
    return areSame(newest.pieces, pieces) ? newest.seen : shown;
  } catch {
    return shown;
  }
}

export type Finish = ReturnType<typeof useFinish>;

/** After a scene: the next one that waits, or else what is left of the mending. */
async function goOn(session: MendSessionId): Promise<void> {
  await attempt(async () => {
    const { session: view, scenes } = await currentAnswer("mend.show", { session });
    const next = scenes.find(isWaiting);
    useMendings.setState({ card: "hidden" });
    if (next !== undefined) showMending(session, next.scene);
    else if (view.ended_at === null) showMending(session);
    else showFindings();
  });
}

/** Asks whether to finish with undecided pieces. */
export function FinishQuestion({ proposal, finish }: { proposal: Proposal; finish: Finish }) {
  const { t } = useTranslation("mending");
  if (!finish.asking) return null;
  return (
    <ConfirmDialog
      open
      title={t("proposal.finishAsk.title", { n: figure(countOf(proposal.states, "open")) })}
      text={t("proposal.finishAsk.text", { accepted: figure(proposal.accepted.length) })}
      confirmLabel={t("proposal.finishAsk.do")}
      cancelLabel={t("proposal.finishAsk.cancel")}
      onCancel={finish.cancel}
      onConfirm={finish.anyway}
    />
  );
}
