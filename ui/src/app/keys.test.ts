// No two commands share keys.
import { beforeAll, expect, it } from "vitest";
import { normalised } from "@/commands/keys";
import { useCommands } from "@/commands/registry";
import { faultOf } from "@/commands/shortcuts";
import { registerAll } from "./register";

beforeAll(registerAll);

it("no two commands share a key", () => {
  const byKeys = new Map<string, string[]>();
  for (const { id, keys } of useCommands.getState().commands.values()) {
    if (keys === undefined) continue;
    const name = normalised(keys);
    byKeys.set(name, [...(byKeys.get(name) ?? []), id]);
  }
  const shared = [...byKeys].filter(([, ids]) => ids.length > 1);
  expect(shared).toEqual([]);
  expect(byKeys.size).toBeGreaterThan(40);
});

it("the default keys of configurable commands could be chosen by the author", () => {
  const { commands } = useCommands.getState();
  const wrong = [...commands.values()].filter(
    ({ keys, keysOfText }) =>
      keys !== undefined && !keysOfText && faultOf({ commands, isMac: false }, normalised(keys)) !== null,
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});
