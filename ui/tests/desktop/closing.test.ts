// The window is closed at once after the last key, in every way, with real keys: all typed text is stored.
// WENFANG_CLOSINGS sets how often each way is tried.
import { expect, test } from "vitest";
import { Author } from "./author";
import { until } from "./processes";
import { type Running, Studio } from "./studio";

const ROUNDS = Number(process.env.WENFANG_CLOSINGS ?? 2);
/** Delay between two keys, ms: faster than the page renders them. */
const PACE = "2";

/** A studio with a novel of one scene. */
async function begin(): Promise<{ studio: Studio; novel: string }> {
  const studio = await Studio.open({ managed: true });
  const novel = studio.novel("第一章 夜渡\n\n雾来得比天黑还早。\n");
  return { studio, novel };
}

/** Opens the novel with the caret at the end of its first scene. */
async function write(studio: Studio, novel: string): Promise<Running> {
  const app = await studio.drive([novel]);
  await new Author(app.window, studio.display, "closing").writes();
  studio.display.typeInto(await studio.display.window("夜渡"), "");
  studio.display.xdotool("key", "ctrl+End");
  return app;
}

test.each([
  ["Alt+F4", ({ display }: Studio) => display.xdotool("key", "alt+F4")],
  ["Ctrl+Q", ({ display }: Studio) => display.xdotool("key", "ctrl+q")],
  ["the end of the session", (_: Studio, pid: number) => process.kill(pid, "SIGTERM")],
])("keys before %s are kept", { timeout: 60_000 + ROUNDS * 60_000 }, async (_, close) => {
  const { studio, novel } = await begin();
  const lost: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const app = await write(studio, novel);
    const words = ` close at once ${round}q`;
    studio.display.xdotool("type", "--delay", PACE, words);
    close(studio, app.pid);
    await until("the program has ended", () => app.processes().length === 0);
    await app.stop();
    const text = studio.draft(novel) ?? "";
    if (!text.endsWith(words)) lost.push(text.slice(-40));
  }
  expect(lost).toEqual([]);
});

test("a key with Ctrl waits for the letters before it", async () => {
  const { studio, novel } = await begin();
  const app = await write(studio, novel);
  studio.display.xdotool("type", "--delay", PACE, "all of this stands in the first scene");
  studio.display.xdotool("key", "ctrl+alt+n");
  studio.display.xdotool("type", "--delay", PACE, "and this in the second");
  studio.display.xdotool("key", "alt+F4");
  await until("the program has ended", () => app.processes().length === 0);
  const texts = [1, 2].map((id) => studio.stored(novel, id));
  expect(texts).toEqual([
    "雾来得比天黑还早。all of this stands in the first scene",
    "and this in the second",
  ]);
});
