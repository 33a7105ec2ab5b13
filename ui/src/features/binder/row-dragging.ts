// Dragging one row of the binder, and dropping on it.
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { attachInstruction, extractInstruction } from "@atlaskit/pragmatic-drag-and-drop-hitbox/list-item";
import { useEffect, useRef } from "react";
import { type DropSide, dropSides } from "./dropping";
import type { Row } from "./rows";
import type { TreeRowProps } from "./tree-row";

/** The data type of a drag. */
export const DRAGGED = "binder-part";

/** Where on a row the pointer is; null where nothing may be dropped. */
export const sideOf = (data: Record<string | symbol, unknown>): DropSide | null => {
  const instruction = extractInstruction(data);
  if (instruction === null || instruction.blocked) return null;
  if (instruction.operation === "combine") return "into";
  return instruction.operation === "reorder-before" ? "before" : "after";
};

/**
 * Sets a copy of a row as the drag image. WebKitGTK captures the wrong row, because rows are positioned by a transform.
 * `several` says how many rows are dragged.
 */
export function drawPreview(row: HTMLElement, container: HTMLElement, several?: string): void {
  const copy = row.cloneNode(true) as HTMLElement;
  copy.classList.remove("absolute");
  Object.assign(copy.style, { transform: "none", width: `${row.offsetWidth}px` });
  copy.classList.add("relative", "bg-surface-raised");
  for (const name of ["role", "data-key", "data-stop", "tabindex"]) copy.removeAttribute(name);
  if (several !== undefined) {
    const mark = document.createElement("span");
    mark.className = "shrink-0 rounded-full bg-accent px-1.5 text-xs text-on-accent";
    mark.textContent = several;
    copy.append(mark);
  }
  container.append(copy);
}

/** The pointer's offset in a row, px. */
function offsetIn(row: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top } = row.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** Makes a row draggable, and a target of drags; the returned ref belongs on its element. */
export function useDragging(row: Row, canDrag: boolean, { acts, t }: Pick<TreeRowProps, "acts" | "t">) {
  const element = useRef<HTMLDivElement>(null);
  const { key } = row;
  useEffect(() => {
    const of = element.current;
    if (of === null || !canDrag) return;
    return combine(
      draggable({
        element: of,
        getInitialData: () => ({ type: DRAGGED, key }),
        onGenerateDragPreview: ({ nativeSetDragImage, location }) =>
          setCustomNativeDragPreview({
            nativeSetDragImage,
            getOffset: () => offsetIn(of, location.current.input),
            render: ({ container }) => {
              const n = acts.dragged(key).length;
              drawPreview(of, container, n > 1 ? t("selected", { n }) : undefined);
            },
          }),
      }),
      dropTargetForElements({
        element: of,
        canDrop: ({ source }) => source.data.type === DRAGGED,
        getData: ({ input, source }) => {
          const target = acts.find(key);
          const sides = target === undefined ? [] : dropSides(acts.dragged(String(source.data.key)), target);
          const allowed = (side: DropSide) => (sides.includes(side) ? "available" : "not-available");
          return attachInstruction(
            { key },
            {
              element: of,
              input,
              operations: {
                "reorder-before": allowed("before"),
                "reorder-after": allowed("after"),
                combine: allowed("into"),
              },
            },
          );
        },
      }),
    );
  }, [key, canDrag, acts, t]);
  return element;
}
