// The card of a finding under the pointer. The pointer may enter it; it closes when the pointer has left both, and on
// the first key. It never takes the focus, so writing is not interrupted.
import { useEffect, useRef, useState } from "react";
import { TextCard } from "@/components/text-card";
import { showItem, useDesk } from "@/desk/desk";
import { onPointedMark, type PointedMark } from "@/desk/marks";
import { locate } from "@/desk/navigation";
import { usePacedAnswer } from "@/desk/paced-answer";
import { panesNow } from "@/desk/panes";
import { useAnswer } from "@/ipc/queries";
import { FindingCard } from "./finding-card";
import { findingOf } from "./text-marks";

const WIDTH = 320;
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
  return (
    <TextCard ref={card} data-finding-card beside={rect} width={WIDTH}>
      <FindingCard finding={finding} onLeave={onLeave} />
    </TextCard>
  );
}
