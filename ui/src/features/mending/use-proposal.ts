// The changes that a mending proposes for a scene, with the author's decisions.
import { useEffect, useState } from "react";
import { flushAll } from "@/desk/open-scenes";
import { useAnswer } from "@/ipc/queries";
import type { MendPieceView, MendSessionId, SceneId } from "@/ipc/types";
import { goToPiece, pointOut } from "./acts";
import {
  acceptedOf,
  type Decision,
  type Decisions,
  decided,
  nextOpen,
  restAccepted,
  statesOf,
} from "./decisions";

const NONE: readonly MendPieceView[] = [];

/** The proposal; it is read once typed text is stored, and again after each change of the text. */
function usePlaced(session: MendSessionId, scene: SceneId) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let isWanted = true;
    // A text that cannot be stored reports itself; the changes are then placed in what is stored.
    void flushAll()
      .catch(() => undefined)
      .then(() => isWanted && setReady(true));
    return () => {
      isWanted = false;
    };
  }, []);
  return useAnswer("mend.proposal", ready ? { session, scene } : null);
}

export function useProposal(session: MendSessionId, scene: SceneId) {
  const answer = usePlaced(session, scene);
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const [wish, setAt] = useState(0);
  const pieces = answer.data?.pieces ?? NONE;
  const states = statesOf(pieces, decisions);
  const at = Math.min(wish, Math.max(0, pieces.length - 1));
  const current = pieces[at];
  const go = (to: number) => {
    const piece = pieces[to];
    if (piece === undefined) return;
    setAt(to);
    pointOut(scene, piece);
  };
  const take = (next: Decisions) => {
    // A conflict takes no decision.
    if (next === decisions) return;
    setDecisions(next);
    const to = nextOpen(statesOf(pieces, next), at);
    if (to !== at) go(to);
  };
  return {
    answer,
    pieces,
    states,
    at,
    current,
    go,
    decide: (decision: Decision) => take(decided(pieces, decisions, at, decision)),
    acceptRest: () => setDecisions(restAccepted(pieces, decisions)),
    goToText: () => current !== undefined && void goToPiece(scene, current),
    /** The numbers of the accepted pieces. */
    accepted: acceptedOf(pieces, decisions),
  };
}

export type Proposal = ReturnType<typeof useProposal>;
