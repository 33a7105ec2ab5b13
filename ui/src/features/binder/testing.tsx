// For tests: the binder over a fake manuscript, helpers for clicks, and random parts.
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { useDesk } from "@/desk/desk";
import { useOpenScenes } from "@/desk/open-scenes";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { OpenedProject, OutlineView, PartId } from "@/ipc/types";
import { Binder } from "./binder";
import { BinderDialogs } from "./binder-dialogs";
import { fakeManuscript } from "./fake-manuscript";
import { useFolded } from "./folded";
import { moved } from "./moves";
import type { PartPlace } from "./places";
import { NONE } from "./selection";
import { useBinder } from "./store";

/** Runs before each binder test. */
export async function prepare() {
  // happy-dom has no layout; the list needs a height.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(260);
  await startI18n("zh");
}

/** A fake manuscript, open at scene 1. */
export function begin(outline: OutlineView, writable = true) {
  const fake = fakeManuscript(outline);
  chooseHost(fake);
  answers.clear();
  useDesk.setState({
    project: { title: "渡口", writable } as OpenedProject,
    scene: 1,
    binder: 268,
    dialog: null,
  });
  useFolded.setState({ folded: new Set() });
  useOpenScenes.setState({ status: new Map() });
  useBinder.setState({
    active: null,
    selection: NONE,
    clicked: null,
    query: "",
    renaming: null,
    question: null,
    wanted: null,
  });
  return fake;
}

/** Renders the binder of a fake manuscript. */
export async function open(outline: OutlineView, writable = true) {
  const fake = begin(outline, writable);
  await show(
    <QueryClientProvider client={answers}>
      <Binder />
      <BinderDialogs />
    </QueryClientProvider>,
  );
  await screen.findByRole("tree");
  await screen.findAllByRole("treeitem");
  return fake;
}

export const keys = () => screen.getAllByRole("treeitem").map((row) => row.getAttribute("data-key") ?? "");

export const row = (key: string) => {
  const found = screen.getAllByRole("treeitem").find((one) => one.getAttribute("data-key") === key);
  if (found === undefined) throw new Error(`no row ${key}`);
  return found;
};

export const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

/** An outline as one line: `1[2:3,4]` is volume 1 with chapter 2, which has scenes 3 and 4. */
export function shapeOf({ volumes }: OutlineView): string {
  return volumes
    .map(({ id, chapters }) => {
      const inside = chapters.map((one) => `${one.id}:${one.scenes.map((scene) => scene.id).join(",")}`);
      return `${id}[${inside.join(" ")}]`;
    })
    .join(" ");
}

/** Pseudo-random numbers from 0 to below `n`. */
export function numbers(seed: number): (n: number) => number {
  let state = seed * 2_654_435_761;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return (state >>> 8) % n;
  };
}

/** Random parts of one kind, a place for them, and a step. */
export function someParts(outline: OutlineView, seed: number) {
  const number = numbers(seed);
  const { volumes } = outline;
  const chapters = volumes.flatMap((one) => one.chapters);
  const kinds: PartId[][] = [
    volumes.map(({ id }) => ({ volume: id })),
    chapters.map(({ id }) => ({ chapter: id })),
    chapters.flatMap((one) => one.scenes).map(({ id }) => ({ scene: id })),
  ];
  const which = number(3);
  const all = kinds[which] ?? [];
  const picked = all.filter(() => number(2) === 0);
  const parts = picked.length > 0 ? picked : all.slice(0, 1);
  const rest = parts.reduce((now, part) => moved(now, part, null), outline);
  const [volume, chapter] = [rest.volumes, rest.volumes.flatMap((one) => one.chapters)].map(
    (list) => list[number(Math.max(1, list.length))],
  );
  const parents: (readonly [PartPlace["parent"], number])[] = [
    ["manuscript", rest.volumes.length],
    [{ volume: volume?.id ?? 0 }, volume !== undefined && "chapters" in volume ? volume.chapters.length : 0],
    [{ chapter: chapter?.id ?? 0 }, chapter !== undefined && "scenes" in chapter ? chapter.scenes.length : 0],
  ];
  const [parent, size] = parents[which] ?? (["manuscript", 0] as const);
  const place: PartPlace = { parent, at: number(size + 1) };
  return { parts, place, step: number(2) === 0 ? (1 as const) : (-1 as const) };
}
