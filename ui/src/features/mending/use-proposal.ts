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
import { focusHunk } from "./hunks";
import { setLooked, useLooked } from "./state";

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
  const { decisions, at: wish } = useLooked(session, scene);
  const pieces = answer.data?.pieces ?? NONE;
  const states = statesOf(pieces, decisions);
  const at = Math.min(wish, Math.max(0, pieces.length - 1));
  const current = pieces[at];
  const go = (to: number) => {
    const piece = pieces[to];
    if (piece === undefined) return;
    setLooked(session, scene, { at: to });
    if (!focusHunk(scene, to)) pointOut(scene, piece);
  };
  const set = (next: Decisions) => setLooked(session, scene, { decisions: next });
  return {
    answer,
    pieces,
    states,
    at,
    current,
    go,
    /** Decides about the current piece, and goes to the next undecided one. */
    decide: (decision: Decision) => {
      const next = decided(pieces, decisions, at, decision);
      // A conflict takes no decision.
      if (next === decisions) return;
      set(next);
      const to = nextOpen(statesOf(pieces, next), at);
      if (to !== at) go(to);
    },
    /** The author came to a piece in the text. */
    enter: (to: number) => setLooked(session, scene, { at: to }),
    /** Decides about a piece, or takes the decision back; the author stays there. */
    choose: (to: number, decision: Decision | "open") => {
      setLooked(session, scene, { at: to });
      set(decided(pieces, decisions, to, decision));
    },
    acceptRest: () => set(restAccepted(pieces, decisions)),
    goToText: () => current !== undefined && void goToPiece(scene, current),
    /** The numbers of the accepted pieces. */
    accepted: acceptedOf(pieces, decisions),
  };
}

export type Proposal = ReturnType<typeof useProposal>;
