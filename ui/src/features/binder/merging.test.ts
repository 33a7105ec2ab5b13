import { beforeEach, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import type { ToastOptions } from "@/components/toast";
import { desk, useDesk } from "@/desk/desk";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { OpenedProject } from "@/ipc/types";
import { commands } from "./commands";
import { mergeNext } from "./merging";
import { onNotice } from "./notices";
import { book, chapter, scene, volume } from "./sample-outline";
import { canMerge, mergeStart, offersMerge } from "./target";

const novel = book(
  volume(1, "第一卷", [chapter(1, "第一章", [scene(1), scene(2)]), chapter(2, "第二章", [scene(3)])]),
);
const merged = { scene: 2, before: 4, version: 5, binned: 3 };

/** Merges scene 2 with scene 3; returns the notices and the requests to the backend. */
async function merge(undone: number | null) {
  const requests: { name: string; request: unknown }[] = [];
  const notices: ToastOptions[] = [];
  chooseHost({
    call: async (name, request) => {
      if (name === "manuscript.outline") return structuredClone(novel);
      requests.push({ name, request });
      if (name === "scene.merge") return merged;
      return name === "scene.undo_merge" ? { version: undone } : {};
    },
    stream: async () => undefined,
  });
  answers.clear();
  useDesk.setState({ project: { writable: true } as OpenedProject, scene: 3 });
  onNotice({ tell: (notice) => notices.push(notice), fail: (failure) => expect.fail(failure.message) });
  await mergeNext(2);
  expect(desk().scene).toBe(2);
  notices[0]?.action?.onSelect();
  return { said: requests, told: notices };
}

beforeEach(() => startI18n("en"));

it("undoes a merge and returns to the scene that was open", async () => {
  const { said, told } = await merge(6);
  expect(told[0]?.action?.label).toBe("Undo");
  await expect.poll(() => desk().scene).toBe(3);
  expect(said.at(-1)).toEqual({ name: "scene.undo_merge", request: merged });
});

it("is offered for chapters of several scenes, from the open one or the first, and not for a single scene", () => {
  useDesk.setState({ scene: 3 });
  expect([mergeStart(novel, { chapter: 1 }), offersMerge(novel, { chapter: 1 })]).toEqual([1, true]);
  const more = book(
    volume(1, "第一卷", [chapter(1, "第一章", [scene(1)]), chapter(2, "第二章", [scene(2)])]),
  );
  expect([canMerge(more, { chapter: 1 }), offersMerge(more, { chapter: 1 })]).toEqual([true, false]);
  const three = book(volume(1, "第一卷", [chapter(1, "第一章", [scene(1), scene(2), scene(3)])]));
  useDesk.setState({ scene: 2 });
  expect(mergeStart(three, { chapter: 1 })).toBe(2);
  useDesk.setState({ scene: 3 });
  expect(mergeStart(three, { chapter: 1 })).toBe(1);
});

it("says why the last scene has nothing to merge with", async () => {
  const merge = commands.find(({ id }) => id === "binder.merge_next");
  answers.clear();
  answers.setQueryData(["manuscript.outline", {}], novel);
  useDesk.setState({ project: { writable: true } as OpenedProject, scene: 2 });
  expect([merge?.enabled?.(), merge?.whyNot?.()]).toEqual([true, null]);
  useDesk.setState({ scene: 3 });
  expect([merge?.enabled?.(), merge?.whyNot?.()]).toEqual([false, "binder:why.last"]);
});

it("says why a merge that was edited afterwards is not undone", async () => {
  const { told } = await merge(null);
  await expect.poll(() => told[1]?.text).toContain("The merge was not undone");
  expect(told[1]?.detail).toContain("is in the bin");
  expect(desk().scene).toBe(2);
});
