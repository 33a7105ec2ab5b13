// Rows that are dragged: where they would go, the list that scrolls under them, volumes that open for them.
import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, useEffect, useState } from "react";
import type { OutlineView } from "@/ipc/types";
import { move } from "./acts";
import { setFolded } from "./folded";
import { type DropSide, dropPlace } from "./places";
import type { Row } from "./rows";
import { DRAGGED, sideOf } from "./tree-row";

/** Where the part being dragged would go. */
export interface Drop {
  key: string;
  side: DropSide;
}

/** How near the edge the list begins to scroll, px, and how fast it does at most, px a frame. */
const EDGE = 40;
const FASTEST = 14;
/** How long a folded part must be pointed at before it opens, ms. */
const OPENS_AFTER = 650;

type MonitorHandler = NonNullable<Parameters<typeof monitorForElements>[0]["onDrag"]>;

interface Dragging {
  scroll: RefObject<HTMLElement | null>;
  find: (key: string) => Row | undefined;
  outline: () => OutlineView;
}

/** Scrolls a list while the pointer is near its edge; the answer tells where the pointer is, or that it has gone. */
function edgeScroll(list: RefObject<HTMLElement | null>): (y: number | null) => void {
  let pointer: number | null = null;
  let frame = 0;
  const step = () => {
    frame = 0;
    const element = list.current;
    if (element === null || pointer === null) return;
    const { top, bottom } = element.getBoundingClientRect();
    const above = top + EDGE - pointer;
    const below = pointer - (bottom - EDGE);
    const depth = above > 0 ? -above : Math.max(0, below);
    if (depth === 0) return;
    element.scrollTop += Math.sign(depth) * Math.ceil(Math.min(1, Math.abs(depth) / EDGE) * FASTEST);
    frame = requestAnimationFrame(step);
  };
  return (y) => {
    pointer = y;
    if (frame === 0 && y !== null) frame = requestAnimationFrame(step);
  };
}

/** Listens to drags of rows; answers where the row would go now. */
export function useTreeDragging({ scroll, find, outline }: Dragging): Drop | null {
  const [drop, setDrop] = useState<Drop | null>(null);
  useEffect(() => {
    const follow = edgeScroll(scroll);
    let opening: { key: string; timer: ReturnType<typeof setTimeout> } | null = null;
    const open = (key: string | null) => {
      if (opening?.key === key) return;
      if (opening !== null) clearTimeout(opening.timer);
      opening = key === null ? null : { key, timer: setTimeout(() => setFolded([key], false), OPENS_AFTER) };
    };
    const aim = (source: Record<string, unknown>, target: Record<string | symbol, unknown> | undefined) => {
      const dragged = find(String(source.key));
      const over = target === undefined ? undefined : find(String(target.key));
      const side = target === undefined ? null : sideOf(target);
      if (dragged === undefined || over === undefined || side === null) return { over, to: null, side: null };
      return { over, side, to: dropPlace(outline(), dragged, over, side), part: dragged.part };
    };
    const over: MonitorHandler = ({ source, location }) => {
      const aimed = aim(source.data, location.current.dropTargets[0]?.data);
      const { over: row, to, side } = aimed;
      follow(location.current.input.clientY);
      open(row?.folded === true && source.data.key !== row.key ? row.key : null);
      setDrop((before) => {
        if (to === null || side === null || row === undefined) return null;
        return before?.key === row.key && before.side === side ? before : { key: row.key, side };
      });
    };
    return monitorForElements({
      canMonitor: ({ source }) => source.data.type === DRAGGED,
      onDrag: over,
      onDropTargetChange: over,
      onDrop: ({ source, location }) => {
        follow(null);
        open(null);
        setDrop(null);
        const { to, part } = aim(source.data, location.current.dropTargets[0]?.data);
        if (to !== null && part !== undefined) void move(part, to);
      },
    });
  }, [scroll, find, outline]);
  return drop;
}
