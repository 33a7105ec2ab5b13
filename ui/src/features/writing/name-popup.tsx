// The card of a name under the pointer. The pointer may enter it; it closes when the pointer has left both. It never
// takes the focus, so writing is not interrupted.
import type { ComponentType } from "react";
import { createPortal } from "react-dom";
import { useKnownNames } from "@/desk/known-names";
import type { Named, SceneId } from "@/ipc/types";
import { usePointing } from "./pointing";

/** The content of the card, passed in by the owner of the text. */
export type NameCardComponent = ComponentType<{ named: Named; scene: SceneId; onLeave: () => void }>;

const WIDTH = 288;
/** Minimum space for the card below the name; otherwise it appears above. */
const MIN_SPACE_BELOW = 240;
const GAP = 6;

export function NamePopup({ card: Card }: { card: NameCardComponent }) {
  const name = usePointing((state) => state.name);
  const known = useKnownNames();
  if (name === null || known === null) return null;
  const { at, scene, writing } = name;
  const bearers = known.bearers(at.owners);
  if (bearers.length === 0) return null;
  const leave = () => usePointing.setState({ name: null });
  const { rect } = at;
  const left = Math.max(8, Math.min(rect.left, window.innerWidth - WIDTH - 8));
  const below = window.innerHeight - rect.bottom >= MIN_SPACE_BELOW || rect.top < MIN_SPACE_BELOW;
  const place = below
    ? { top: rect.bottom + GAP, maxHeight: window.innerHeight - rect.bottom - GAP - 8 }
    : { bottom: window.innerHeight - rect.top + GAP, maxHeight: rect.top - GAP - 8 };
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: opened only by the pointer; the tabs have the same content
    <div
      data-name-card
      style={{ left, width: WIDTH, ...place }}
      className="popup-motion fixed z-40 overflow-y-auto rounded-lg border border-line bg-surface-raised p-3 text-sm text-ink shadow-2"
      onMouseEnter={() => writing.holdName(true)}
      onMouseLeave={() => writing.holdName(false)}
    >
      {bearers.map((named) => (
        <Card key={`${named.entry}-${named.entity}`} named={named} scene={scene} onLeave={leave} />
      ))}
    </div>,
    document.body,
  );
}
