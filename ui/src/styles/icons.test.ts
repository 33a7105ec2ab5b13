// Icons grow with the interface: each size in use has its rule.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const src = join(import.meta.dirname, "..");
const css = readFileSync(join(src, "styles/app.css"), "utf8");

function pages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

it("every icon size is in rem", () => {
  const usedSizes = pages(src).flatMap((page) =>
    [...page.matchAll(/\bsize(?:=\{|: | = )(?:[\w ="]+\? )?(\d+)(?: : (\d+))?/g)].flatMap(([, one, other]) =>
      other === undefined ? [one] : [one, other],
    ),
  );
  const sizes = [...new Set(usedSizes)];
  expect(sizes).toEqual(expect.arrayContaining(["15", "16", "20", "26"]));
  expect(sizes.filter((size) => !css.includes(`.lucide[width="${size}"]`))).toEqual([]);
  expect(css).toContain("width: calc(var(--icon) * 0.0625rem);");
});
