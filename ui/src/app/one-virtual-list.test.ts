// One component decides which rows of a long list are rendered; all others build on it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const src = join(import.meta.dirname, "..");

it("one file uses the virtualizer", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const users = files.filter((name) => {
    const text = readFileSync(join(src, name), "utf8");
    return /["']@tanstack\/(?:react-virtual|virtual-core)["']/.test(text);
  });
  expect(users).toEqual([join("components", "virtual-list.tsx")]);
});
