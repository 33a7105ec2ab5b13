// The card of a finding under the pointer. The pointer may enter it; it closes when the pointer has left both, and on
// the first key. It never takes the focus, so writing is not interrupted.
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { showItem, useDesk } from "@/desk/desk";
import { onPointedMark, type PointedMark } from "@/desk/marks";
import { locate } from "@/desk/navigation";
import { usePacedAnswer } from "@/desk/paced-answer";
import { panesNow } from "@/desk/panes";
import { useAnswer } from "@/ipc/queries";
import { FindingCard } from "./finding-card";
import { findingOf } from "./text-marks";

const WIDTH = 320;
/** Minimum space for the card below the text; otherwise it appears above. */
const MIN_SPACE_BELOW = 220;
const GAP = 6;
/** Grace period while the pointer is between text and card, ms. */
const CLOSE_DELAY = 200;

export function FindingPopup() {
  const [pointed, setPointed] = useState<PointedMark | null>(null);
  useEffect(
    () =>
      onPointedMark((next) => {
        const id = findingOf(next.mark);
        if (id === null) return;
        if (next.event === "hover") return setPointed(next);
        // A click opens it in the inspector, if that is visible; nothing moves under the caret of an author who is
        // writing there.
        if (panesNow().inspector > 0) {
          setPointed(null);
          showItem("finding", id);
        }
      }),
    [],
  );
  return pointed === null ? null : (
    <Popup key={pointed.mark.id} pointed={pointed} onLeave={() => setPointed(null)} />
  );
}

function Popup({ pointed, onLeave }: { pointed: PointedMark; onLeave: () => void }) {
  const { mark, writing, scene } = pointed;
  const id = findingOf(mark);
  const card = useRef<HTMLDivElement>(null);
  const open = useDesk((state) => state.scene);
  const { data: outline } = useAnswer("manuscript.outline", {});
  const chapter = outline === undefined ? undefined : locate(outline, open ?? scene)?.chapter.id;
  const { data } = usePacedAnswer("check.list", chapter === undefined ? null : { chapter });
  const finding = data?.findings.find((one) => one.id === id);
  const leave = useRef(onLeave);
  leave.current = onLeave;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = () => leave.current();
    const moved = (event: MouseEvent) => {
      const over = event.target instanceof Element ? event.target : null;
      const isIn = over !== null && (card.current?.contains(over) || over.closest(".cm-mark") !== null);
      if (isIn) {
        clearTimeout(timer);
        timer = undefined;
      } else timer ??= setTimeout(go, CLOSE_DELAY);
    };
    // A form in the card takes typing.
    const typed = (event: KeyboardEvent) => {
      const within = event.target instanceof Node && card.current?.contains(event.target);
      if (!within || event.key === "Escape") go();
    };
    const scrolled = (event: Event) => {
      if (!(event.target instanceof Node) || !card.current?.contains(event.target)) go();
    };
    document.addEventListener("mousemove", moved);
    document.addEventListener("keydown", typed, true);
    document.addEventListener("scroll", scrolled, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("mousemove", moved);
      document.removeEventListener("keydown", typed, true);
      document.removeEventListener("scroll", scrolled, true);
    };
  }, []);

  if (finding === undefined || !writing.view.dom.isConnected) return null;
  const rect = writing.view.coordsAtPos(mark.from, 1);
  if (rect === null) return null;
  const left = Math.max(8, Math.min(rect.left, window.innerWidth - WIDTH - 8));
  const below = window.innerHeight - rect.bottom >= MIN_SPACE_BELOW || rect.top < MIN_SPACE_BELOW;
  const place = below
    ? { top: rect.bottom + GAP, maxHeight: window.innerHeight - rect.bottom - GAP - 8 }
    : { bottom: window.innerHeight - rect.top + GAP, maxHeight: rect.top - GAP - 8 };
  return createPortal(
    <div
      ref={card}
      data-finding-card
      style={{ left, width: WIDTH, ...place }}
      className="popup-motion fixed z-40 overflow-y-auto rounded-lg border border-line bg-surface-raised p-3 text-sm text-ink shadow-2"
    >
      <FindingCard finding={finding} onLeave={onLeave} />
    </div>,
    document.body,
  );
}
