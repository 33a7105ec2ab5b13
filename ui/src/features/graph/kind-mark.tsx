// The shape of an entity kind, as in the graph.
import { kindToken, SHAPES } from "./kinds";
import type { EntityKind } from "./view-model";

interface KindMarkProps {
  kind: EntityKind;
  size?: number;
}

export function KindMark({ kind, size = 12 }: KindMarkProps) {
  const corners = SHAPES[kind];
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="-1.4 -1.4 2.8 2.8"
      className="shrink-0"
      style={{ fill: `var(${kindToken(kind)})` }}
    >
      {corners === null ? <circle r={1} /> : <polygon points={corners.map(String).join(" ")} />}
    </svg>
  );
}
