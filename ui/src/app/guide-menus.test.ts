// Menu paths named in the guides exist.
import { readdirSync, readFileSync } from "node:fs";
import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { useCommands } from "@/commands/registry";
import type { MenuItem } from "@/ipc/types";
import { startI18n } from "./i18n";
import { menusOf } from "./menus";
import { registerAll } from "./register";

beforeAll(async () => {
  await startI18n("en");
  registerAll();
});

/** Relative to `ui`, where the tests run. */
const guides = "../docs/guide/";

/**
 * The items whose names start the text, longest first, down to the end of the path; false when the path does not exist.
 */
function leadsOn(text: string, items: readonly MenuItem[]): boolean {
  const named = items
    .flatMap((item) => (item.type === "separator" ? [] : [item]))
    .filter(({ label }) => text.startsWith(label.replace(/ ?[（(].*[)）]$/, "")))
    .sort((a, b) => b.label.length - a.label.length)[0];
  if (named === undefined) return false;
  const rest = text.slice(named.label.length);
  return named.type === "command" || !rest.startsWith(" › ") || leadsOn(rest.slice(3), named.items);
}

it.each(["zh", "en"] as const)("in %s", async (language) => {
  const menus = menusOf(useCommands.getState().commands, i18next.getFixedT(language));
  const wrong: string[] = [];
  let ways = 0;
  for (const file of readdirSync(guides + language)) {
    const text = readFileSync(`${guides}${language}/${file}`, "utf8").replaceAll(/\s*\n\s*/g, " ");
    for (const { label, items } of menus) {
      const name = label.replace(/\(&.\)|&/, "");
      for (const [way, rest = ""] of text.matchAll(new RegExp(`${name} › ((?:.){1,80})`, "g"))) {
        ways += 1;
        if (!leadsOn(rest.replace(/^“/, ""), items)) wrong.push(`${file}: ${way}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(ways).toBeGreaterThan(15);
});
