import { afterEach, beforeEach, expect, it } from "vitest";
import { desk, useDesk } from "@/desk/desk";
import { forgetWorkshop, guard, useWorkshop } from "@/features/prompts/state";
import { commands } from "@/features/welcome/commands";
import { openProject } from "@/features/welcome/opening";
import { type Asked, chooseFakeHost } from "@/ipc/fake-host";
import { sampleProject } from "@/stories/stage";
import { closeWindow } from "./closing";

let requests: Asked[];
let unguard: () => void;

beforeEach(() => {
  requests = chooseFakeHost({
    "window.keep_open": () => null,
    "window.close": () => null,
    "project.close": () => null,
    "project.open": () => null as never,
  });
  useDesk.setState({ project: sampleProject(), centre: { kind: "prompts" } });
  forgetWorkshop();
  unguard = guard();
});
afterEach(() => unguard());

const names = () =>
  requests.map(({ name }) => name).filter((name) => /^(window|project)\.(keep|close|open)/.test(name));
/** The author discards the unsaved text. */
const discard = () => {
  const { asks } = useWorkshop.getState();
  useWorkshop.setState({ draft: null, asks: null });
  asks?.();
};

it("closes at once without unsaved text", async () => {
  await closeWindow();
  expect(names()).toEqual(["window.close"]);
});

it("an unsaved prompt keeps the window open until the author discards it", async () => {
  useWorkshop.setState({ draft: "还没存" });
  await closeWindow();
  expect(names()).toEqual(["window.keep_open"]);
  discard();
  await expect.poll(names).toEqual(["window.keep_open", "window.close"]);
});

it("an unsaved prompt keeps the project open too", async () => {
  useWorkshop.setState({ draft: "还没存" });
  await commands.find(({ id }) => id === "project.close")?.run();
  expect(names()).toEqual([]);
  discard();
  await expect.poll(names).toEqual(["project.close"]);
  useWorkshop.setState({ draft: "还没存" });
  expect(await openProject({ path: "path-2", name: "别的.wenfang" })).toBe(false);
  expect(desk().project).not.toBeNull();
  discard();
  await expect.poll(names).toEqual(["project.close", "project.open"]);
});
