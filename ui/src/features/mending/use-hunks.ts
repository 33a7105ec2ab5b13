// Keeps the pieces of a proposal shown in the editor of their scene, which is unmounted and mounted with its scene.
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useEditors } from "@/desk/marks";
import type { PlaceRect } from "@/editor/place-rect";
import type { SceneId } from "@/ipc/types";
import { Hunks, setShownHunks } from "./hunks";
import { useMendings } from "./state";
import type { Proposal } from "./use-proposal";

/** How often it is checked whether the pieces are still in the text, ms. */
const CHECK_INTERVAL = 300;

/** The hunks of a scene, and whether its text shows them. */
export function useHunks(scene: SceneId, proposal: Proposal): { hunks: Hunks | null; isShown: boolean } {
  const { t } = useTranslation("mending");
  const [hunks, setHunks] = useState<Hunks | null>(null);
  const [isShown, setShown] = useState(false);
  const latest = useRef(proposal);
  latest.current = proposal;
  useEffect(() => {
    const phrases = {
      accept: t("proposal.accept"),
      reject: t("proposal.refuse"),
      note: t("proposal.edited"),
    };
    const made = new Hunks(scene, phrases, {
      onDecide: (piece, decision) => latest.current.choose(piece, decision),
      onEnter: (piece) => {
        if (piece !== null) latest.current.enter(piece);
        useMendings.setState({ card: piece === null ? "hidden" : "shown" });
      },
    });
    setHunks(made);
    setShownHunks({ scene, hunks: made });
    return () => {
      setShownHunks(null);
      made.remove();
    };
  }, [scene, t]);
  useKept(hunks, proposal, setShown);
  return { hunks, isShown };
}

function useKept(hunks: Hunks | null, proposal: Proposal, onShown: (is: boolean) => void): void {
  const { answer, pieces, states } = proposal;
  const isFinishing = useMendings((state) => state.isFinishing);
  const turn = useEditors((state) => state.turn);
  const readAt = answer.error === null ? answer.dataUpdatedAt : 0;
  const look = () => {
    // What was decided is being written into the text, or is no longer known.
    if (isFinishing) return;
    if (readAt === 0) hunks?.remove();
    else hunks?.show({ pieces, states, readAt });
    onShown(hunks?.shownIn != null);
  };
  const latest = useRef(look);
  latest.current = look;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown depends on these
  useEffect(() => latest.current(), [hunks, pieces, states.join(), readAt, isFinishing, turn]);
  useEffect(() => {
    const timer = setInterval(() => latest.current(), CHECK_INTERVAL);
    return () => clearInterval(timer);
  }, []);
}

/** Where a piece is in the window, while it is in sight. */
export function useRect(hunks: Hunks | null, piece: number, isWanted: boolean): PlaceRect | null {
  const [rect, setRect] = useState<PlaceRect | null>(null);
  useEffect(() => {
    if (hunks === null || !isWanted) return setRect(null);
    let frame = 0;
    const measure = () => {
      frame = requestAnimationFrame(measure);
      const next = hunks.rect(piece);
      setRect((before) => (isSame(before, next) ? before : next));
    };
    measure();
    return () => cancelAnimationFrame(frame);
  }, [hunks, piece, isWanted]);
  return rect;
}

function isSame(one: PlaceRect | null, two: PlaceRect | null): boolean {
  if (one === null || two === null) return one === two;
  return one.left === two.left && one.top === two.top && one.bottom === two.bottom;
}

/** Runs the acts of keys pressed at a hunk in the text. */
export function useHunkKeys(hunks: Hunks | null, onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target.closest("[data-hunk]") : null;
      if (at !== null && hunks?.shownIn?.view.dom.contains(at) === true) latest.current(event);
    };
    window.addEventListener("keydown", heard);
    return () => window.removeEventListener("keydown", heard);
  }, [hunks]);
}

/** Hides the card on the first key in the text: the author writes. */
export function useHidingCard(hunks: Hunks | null, card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const typed = ({ target }: KeyboardEvent) => {
      const dom = hunks?.shownIn?.view.contentDOM;
      if (dom === undefined || target !== dom || card.current === null) return;
      useMendings.setState({ card: "hidden" });
    };
    document.addEventListener("keydown", typed, true);
    return () => document.removeEventListener("keydown", typed, true);
  }, [hunks, card]);
}
