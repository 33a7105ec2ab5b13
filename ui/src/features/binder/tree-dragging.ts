// Dragging rows: the drop target, auto-scrolling, and volumes that expand on hover.
import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, useEffect, useState } from "react";
import type { OutlineView } from "@/ipc/types";
import { type DropSide, dropPlace } from "./dropping";
import { setFolded } from "./folded";
import { move } from "./moving";
import type { PartPlace } from "./places";
import { DRAGGED, sideOf } from "./row-dragging";
import type { Row } from "./rows";
import { binder, clearSelection } from "./store";

/** Where the dragged parts would go. */
export interface Drop {
  key: string;
  side: DropSide;
}

/** Distance from the edge at which the list starts to scroll, px, and its maximum speed, px per frame. */
const SCROLL_ZONE = 40;
const MAX_SCROLL_SPEED = 14;
/** Hover time before a collapsed part expands, ms. */
const EXPAND_DELAY = 650;

type MonitorHandler = NonNullable<Parameters<typeof monitorForElements>[0]["onDrag"]>;

interface Dragging {
  scroll: RefObject<HTMLElement | null>;
  find: (key: string) => Row | undefined;
  /** The rows dragged along with one of them. */
  dragged: (key: string) => readonly Row[];
  outline: () => OutlineView;
}

/**
 * Scrolls a list while the pointer is near its edge; call the returned function with the pointer position, or when it
 * leaves.
 */
function edgeScroll(list: RefObject<HTMLElement | null>): (y: number | null) => void {
  let pointer: number | null = null;
  let frame = 0;
  const step = () => {
    frame = 0;
    const element = list.current;
    if (element === null || pointer === null) return;
    const { top, bottom } = element.getBoundingClientRect();
    const above = top + SCROLL_ZONE - pointer;
    const below = pointer - (bottom - SCROLL_ZONE);
    const depth = above > 0 ? -above : Math.max(0, below);
    if (depth === 0) return;
    element.scrollTop +=
      Math.sign(depth) * Math.ceil(Math.min(1, Math.abs(depth) / SCROLL_ZONE) * MAX_SCROLL_SPEED);
    frame = requestAnimationFrame(step);
  };
  return (y) => {
    pointer = y;
    if (frame === 0 && y !== null) frame = requestAnimationFrame(step);
  };
}

interface Aimed {
  over: Row;
  side: DropSide;
  /** Null if nothing would change. */
  to: PartPlace | null;
}

/** The drop target, recomputed only when the pointer is over another row or another side of it. */
function aiming({ find, dragged, outline }: Omit<Dragging, "scroll">) {
  let last: (Aimed & { book: OutlineView; key: string }) | null = null;
  return (key: string, target: Record<string | symbol, unknown> | undefined): Aimed | null => {
    const over = target === undefined ? undefined : find(String(target.key));
    const side = target === undefined ? null : sideOf(target);
    if (over === undefined || side === null) return null;
    const book = outline();
    if (last?.over !== over || last.side !== side || last.book !== book || last.key !== key) {
      last = { over, side, book, key, to: dropPlace(book, dragged(key), over, side) };
    }
    return last;
  };
}

/** Tracks drags of rows and returns the current drop. */
export function useTreeDragging({ scroll, find, dragged, outline }: Dragging): Drop | null {
  const [drop, setDrop] = useState<Drop | null>(null);
  useEffect(() => {
    const follow = edgeScroll(scroll);
    let opening: { key: string; timer: ReturnType<typeof setTimeout> } | null = null;
    const open = (key: string | null) => {
      if (opening?.key === key) return;
      if (opening !== null) clearTimeout(opening.timer);
      opening = key === null ? null : { key, timer: setTimeout(() => setFolded([key], false), EXPAND_DELAY) };
    };
    const aim = aiming({ find, dragged, outline });
    const over: MonitorHandler = ({ source, location }) => {
      const target = location.current.dropTargets[0]?.data;
      const aimed = aim(String(source.data.key), target);
      const row = target === undefined ? undefined : find(String(target.key));
      follow(location.current.input.clientY);
      open(row?.folded === true && source.data.key !== row.key ? row.key : null);
      setDrop((before) => {
        if (aimed === null || aimed.to === null) return null;
        const { over: at, side } = aimed;
        return before?.key === at.key && before.side === side ? before : { key: at.key, side };
      });
    };
    return monitorForElements({
      canMonitor: ({ source }) => source.data.type === DRAGGED,
      onDragStart: ({ source }) => {
        if (!binder().selection.keys.includes(String(source.data.key))) clearSelection();
      },
      onDrag: over,
      onDropTargetChange: over,
      onDrop: ({ source, location }) => {
        follow(null);
        open(null);
        setDrop(null);
        const key = String(source.data.key);
        const to = aim(key, location.current.dropTargets[0]?.data)?.to ?? null;
        const parts = dragged(key).map((row) => row.part);
        if (to !== null) void move(parts, to);
      },
    });
  }, [scroll, find, dragged, outline]);
  return drop;
}
