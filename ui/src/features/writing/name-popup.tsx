// The card of a name under the pointer. The pointer may enter it; it closes when the pointer has left both. It never
// takes the focus, so writing is not interrupted.
import type { ComponentType } from "react";
import { TextCard } from "@/components/text-card";
import { useKnownNames } from "@/desk/known-names";
import type { Named, SceneId } from "@/ipc/types";
import { usePointing } from "./pointing";

/** The content of the card, passed in by the owner of the text. */
export type NameCardComponent = ComponentType<{ named: Named; scene: SceneId; onLeave: () => void }>;

const WIDTH = 288;

export function NamePopup({ card: Card }: { card: NameCardComponent }) {
  const name = usePointing((state) => state.name);
  const known = useKnownNames();
  if (name === null || known === null) return null;
  const { at, scene, writing } = name;
  const bearers = known.bearers(at.owners);
  if (bearers.length === 0) return null;
  const leave = () => usePointing.setState({ name: null });
  return (
    <TextCard
      data-name-card
      beside={at.rect}
      width={WIDTH}
      onMouseEnter={() => writing.holdName(true)}
      onMouseLeave={() => writing.holdName(false)}
    >
      {bearers.map((named) => (
        <Card key={`${named.entry}-${named.entity}`} named={named} scene={scene} onLeave={leave} />
      ))}
    </TextCard>
  );
}
