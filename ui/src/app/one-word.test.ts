// One term per concept, as in docs/glossary.md: the discarded synonyms do not occur in the window or the guides.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { words } from "./i18n";

/** Synonyms of: 采纳, 拒绝, 待确认, 建议; novel, suggestion, active, off. */
const BANNED = {
  zh: /采用|否决|待审|审阅|提议|会带出/,
  en: /\b[Pp]rojects?\b(?!")|Review Proposals|[Bb]rought up(?! to date)(?! here)|[Ss]et [Aa]side|[Aa]s I [Ss]ay/,
} as const;

function stringsIn(value: object): string[] {
  return Object.values(value).flatMap((one) => (typeof one === "object" ? stringsIn(one) : [String(one)]));
}

function guides(language: string): string[] {
  const folder = join(import.meta.dirname, "../../../docs/guide", language);
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
  return pages.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
}

it.each(["zh", "en"] as const)("one concept has one term: %s", (language) => {
  const all = Object.values(words).flatMap((one) => stringsIn(one[language]));
  expect(all.length).toBeGreaterThan(1000);
  const wrong = [...all, ...guides(language)].filter((text) =>
    BANNED[language].test(text.replace(/\{\{\w+\}\}|`[^`]*`/g, "")),
  );
  expect(wrong).toEqual([]);
});
