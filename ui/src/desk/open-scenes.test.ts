import { afterEach, expect, it } from "vitest";
import { createWriting } from "@/editor/create";
import { chooseFakeHost } from "@/ipc/fake-host";
import { acquireScene, attachEditor, forgetAll, openScene, releaseScene } from "./open-scenes";

afterEach(forgetAll);

it("a closed scene changed by an act is read reopened, even while its editor is closing", async () => {
  let text = "一二三";
  let release: (answer: never) => void = () => undefined;
  const slow = new Promise<never>((resolve) => {
    release = resolve;
  });
  const counts = { standard: 3, word: 3, han: 3, all: 3 };
  chooseFakeHost({
    "scene.text": () => ({ scene: 1, version: 1, branch: 0, text, counts, hash: "", draft: null }),
    "threads.in_scene": () => slow,
    "scene.spans": () => slow,
  });
  const scene = await acquireScene(1);
  const writing = createWriting({
    parent: document.body,
    text,
    version: 1,
    label: "",
    appearance: {} as never,
    modes: {} as never,
    scrolls: "self",
    callbacks: { onEdit: () => undefined, onSelection: () => undefined } as never,
  });
  attachEditor(scene, writing);
  await new Promise((resolve) => setTimeout(resolve));
  const released = releaseScene(1);
  text = "一";
  const reopened = await acquireScene(1);
  expect(reopened.initial.text).toBe("一");
  release(undefined as never);
  await released;
  expect(openScene(1)).toBe(reopened);
  writing.destroy();
});
