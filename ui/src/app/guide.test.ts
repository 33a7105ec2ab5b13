// @vitest-environment node
// The author's guides use the window's names of menus, tabs and buttons.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { words } from "./i18n";

type Language = "zh" | "en";

const folder = (name: string) => fileURLToPath(new URL(`../../../${name}/`, import.meta.url));

const filesOf = (name: string, ending: string) =>
  readdirSync(folder(name))
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ file, text: readFileSync(folder(name) + file, "utf8") }));

/** Every string that the window shows in a language, including the names of workflows and profiles. */
function windowStrings(language: Language): Set<string> {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(walk);
  };
  for (const module of Object.values(words)) walk(module[language]);
  for (const { text } of [...filesOf("workflows", ".json"), ...filesOf("workflows/profiles", ".json")]) {
    const { title } = JSON.parse(text) as { title?: Partial<Record<Language, string>> };
    walk(title?.[language]);
  }
  return found;
}

/** The menu steps in a guide, separated by ›: the words before and after each sign. */
function steps(text: string): { before: string; after: string }[] {
  const flat = text.replaceAll(/\s*\n\s*/g, " ");
  return [...flat.matchAll(/ › /g)].map(({ index }) => ({
    before: flat.slice(Math.max(0, index - 60), index),
    after: flat.slice(index + 3, index + 63).replace(/^“/, ""),
  }));
}

/** The window strings that a guide quotes: text in quotation marks, without digits. */
const quotes = (text: string) => [...text.matchAll(/“([^”›]+)”/g)].map(([, quoted]) => quoted ?? "");

/** Quotations in the guides that are not window strings: words of a novel, and strings with numbers filled in. */
const NOT_IN_WINDOW: Record<Language, readonly string[]> = {
  zh: [
    ..."2、10、楔子、卷二、需要留意、整理了什么、第几章、第1章、已保存 · 版本 3、390 / 400 字".split("、"),
    ..."宝玉、宝二爷|渡口的狗|船夫|摆渡的|那时候是哪一版|清空|改成……".split("|"),
  ],
  en: ["Saved · version 3", "overdue", "old ferry"],
};

describe.each(["zh", "en"] as const)("the guide in %s", (language) => {
  const known = windowStrings(language);
  const pages = filesOf(`docs/guide/${language}`, ".md");

  it("has the same pages as the other", () => {
    const other = language === "zh" ? "en" : "zh";
    expect(pages.map(({ file }) => file)).toEqual(
      filesOf(`docs/guide/${other}`, ".md").map(({ file }) => file),
    );
  });

  it("names only menu paths that exist", () => {
    const names = [...known].filter((name) => name.length > 1);
    const all = pages.flatMap(({ file, text }) => steps(text).map((step) => ({ file, ...step })));
    expect(all.length).toBeGreaterThan(10);
    const wrong = all.filter(
      ({ before, after }) =>
        !names.some((name) => before.endsWith(name)) || !names.some((name) => after.startsWith(name)),
    );
    expect(wrong).toEqual([]);
  });

  it("quotes only strings of the window", () => {
    const own = new Set(NOT_IN_WINDOW[language]);
    const wrong = pages.flatMap(({ file, text }) =>
      quotes(text)
        .filter((quoted) => !known.has(quoted) && !own.has(quoted))
        .map((quoted) => `${file}: ${quoted}`),
    );
    expect(wrong).toEqual([]);
  });
});
