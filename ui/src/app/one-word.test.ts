// One word for one thing, as docs/glossary.md has it: the words that stood beside it are not said in the window or the guides.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { words } from "./i18n";

/** In the place of: 采纳, 拒绝, 待确认, 建议; novel, suggestion, active, off. */
const NOT_SAID = {
  zh: /采用|否决|待审|审阅|提议|会带出/,
  en: /\b[Pp]rojects?\b(?!")|Review Proposals|[Bb]rought up(?! to date)(?! here)|[Ss]et [Aa]side|[Aa]s I [Ss]ay/,
} as const;

function said(value: object): string[] {
  return Object.values(value).flatMap((one) => (typeof one === "object" ? said(one) : [String(one)]));
}

function guides(language: string): string[] {
  const folder = join(import.meta.dirname, "../../../docs/guide", language);
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return pages.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
}

it.each(["zh", "en"] as const)("one thing has one word: %s", (language) => {
  const all = Object.values(words).flatMap((one) => said(one[language]));
  expect(all.length).toBeGreaterThan(1000);
  const wrong = [...all, ...guides(language)].filter((text) =>
    NOT_SAID[language].test(text.replace(/\{\{\w+\}\}|`[^`]*`/g, "")),
  );
  expect(wrong).toEqual([]);
});
