// Where dragged rows can be dropped, and the place each drop means.
import type { OutlineView } from "@/ipc/types";
import { movesTo } from "./moves";
import { locationOf, type PartPlace } from "./places";
import type { Row } from "./rows";

export type DropSide = "before" | "after" | "into";

/** What can happen on a row while others are dragged over it: what each of them allows. */
export function dropSides(dragged: readonly Row[], target: Row): readonly DropSide[] {
  const [first, ...others] = dragged;
  if (first === undefined || others.some((row) => row.kind !== first.kind)) return [];
  const rest = others.map((row) => sidesOf(row, target));
  return sidesOf(first, target).filter((side) => rest.every((sides) => sides.includes(side)));
}

function sidesOf(dragged: Row, target: Row): readonly DropSide[] {
  if (dragged.key === target.key) return [];
  switch (dragged.kind) {
    case "volume":
      return target.kind === "volume" ? ["before", "after"] : [];
    case "chapter":
      if (target.kind === "volume") return ["into"];
      if (target.kind === "chapter") return ["before", "after"];
      // The last scene of another chapter: after that chapter.
      return target.place === target.siblings && dragged.view.id !== target.chapter.id ? ["after"] : [];
    case "scene":
      if (target.kind === "chapter") return ["into"];
      return target.kind === "scene" ? ["before", "after"] : [];
  }
}

/** Where rows dropped on another go, counted without any of them; null if they would not move or cannot be there. */
export function dropPlace(
  outline: OutlineView,
  dragged: readonly Row[],
  target: Row,
  side: DropSide,
): PartPlace | null {
  const [first] = dragged;
  if (first === undefined || !dropSides(dragged, target).includes(side)) return null;
  const goal = goalOf(first, target, side);
  const parent = JSON.stringify(goal.parent);
  const ahead = dragged.filter((row) => {
    const place = locationOf(outline, row.part)?.place;
    return place !== undefined && JSON.stringify(place.parent) === parent && place.at < goal.at;
  });
  const place = { parent: goal.parent, at: goal.at - ahead.length };
  const parts = dragged.map((row) => row.part);
  return movesTo(outline, parts, place).length === 0 ? null : place;
}

/** The place among all parts of the parent, counting the dragged ones. */
function goalOf(dragged: Row, target: Row, side: DropSide): PartPlace {
  const behind = side === "after" ? 1 : 0;
  if (target.kind === "volume") {
    return dragged.kind === "volume"
      ? { parent: "manuscript", at: target.place - 1 + behind }
      : { parent: { volume: target.view.id }, at: target.view.chapters.length };
  }
  if (dragged.kind === "chapter") {
    const chapter = target.kind === "scene" ? target.chapter : target.view;
    const at = target.volume.chapters.findIndex((one) => one.id === chapter.id);
    return { parent: { volume: target.volume.id }, at: at + behind };
  }
  if (target.kind === "chapter") {
    return { parent: { chapter: target.view.id }, at: target.view.scenes.length };
  }
  const at = target.chapter.scenes.findIndex((scene) => scene.id === target.view.id);
  return { parent: { chapter: target.chapter.id }, at: at + behind };
}
