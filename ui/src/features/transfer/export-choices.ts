// The choices of an export: defaults by the language of the novel, remembered ones, and what the host is asked for.
import type {
  CountRule,
  DocxLayoutName,
  ExportText,
  FormatName,
  LayoutName,
  MarksChoice,
  NovelLanguage,
  PageSize,
} from "@/ipc/types";

/** The formats of the dialog. */
export const FORMATS = [
  "docx",
  "epub",
  "pdf",
  "html",
  "site",
  "txt",
  "md",
] as const satisfies readonly FormatName[];
export type ShownFormat = (typeof FORMATS)[number];

export interface ExportChoices {
  format: ShownFormat;
  layout: LayoutName;
  /** What becomes of marks in plain text. */
  textMarks: MarksChoice;
  /** The same in Markdown. */
  markdownMarks: MarksChoice;
  docxLayout: DocxLayoutName;
  /** The author's name and address, in lines. */
  contact: string;
  surname: string;
  rule: CountRule;
  comments: boolean;
  vertical: boolean;
  /** What the author says about the use of models. */
  label: string;
  numbers: boolean;
  /** The size of the pages of a PDF. */
  page: PageSize;
  /** Whether every volume is a PDF of its own. */
  perVolume: boolean;
  /** The key of a profile. */
  site: string;
}

/** A cover chosen for this export only. */
export interface Cover {
  name: string;
  /** The picture in Base64. */
  content: string;
}

function defaults(language: NovelLanguage | null): ExportChoices {
  const isEnglish = language === "en";
  return {
    format: "docx",
    layout: "whole",
    textMarks: "drop",
    markdownMarks: "keep",
    docxLayout: isEnglish ? "manuscript" : "editor",
    contact: "",
    surname: "",
    rule: isEnglish ? "word" : "standard",
    comments: false,
    vertical: false,
    label: "",
    numbers: false,
    page: "a5",
    perVolume: false,
    site: isEnglish ? "royalroad" : language === "ja" ? "narou" : "qidian",
  };
}

/** Values that a choice can have; others are forgotten. */
const VALUES: { [N in keyof ExportChoices]?: readonly string[] } = {
  format: FORMATS,
  layout: ["whole", "per_chapter"],
  textMarks: ["keep", "drop"],
  markdownMarks: ["keep", "drop", "commonmark"],
  docxLayout: ["manuscript", "editor"],
  rule: ["standard", "word", "han", "all"],
  page: ["a4", "a5", "b6"],
};

/** Choices of one export: comments are private, so that the author gives them away only by a tick of this time. */
const NOT_REMEMBERED: readonly (keyof ExportChoices)[] = ["comments"];

/** Choices that depend on the language of a novel are remembered by language. */
const BY_LANGUAGE: readonly (keyof ExportChoices)[] = ["docxLayout", "rule", "site", "vertical"];

const keyOf = (name: keyof ExportChoices, language: NovelLanguage | null) =>
  BY_LANGUAGE.includes(name) ? `${name}.${language ?? "zh"}` : name;

/** The remembered choices for a novel. */
export function remembered(
  stored: Record<string, string | undefined>,
  language: NovelLanguage | null,
): ExportChoices {
  const usual = defaults(language);
  const entries = Object.entries(usual).map(([name, value]) => {
    const kept = stored[keyOf(name as keyof ExportChoices, language)];
    if (NOT_REMEMBERED.includes(name as keyof ExportChoices)) return [name, value];
    if (kept === undefined || VALUES[name as keyof ExportChoices]?.includes(kept) === false) {
      return [name, value];
    }
    return [name, typeof value === "boolean" ? kept === "yes" : kept];
  });
  return Object.fromEntries(entries) as ExportChoices;
}

/** The choices as they are remembered, with those for other languages. */
export function toRemember(
  stored: Record<string, string | undefined>,
  choices: ExportChoices,
  language: NovelLanguage | null,
): Record<string, string> {
  const others = Object.entries(stored).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const kept = Object.entries(choices).filter(
    ([name]) => !NOT_REMEMBERED.includes(name as keyof ExportChoices),
  );
  const own = kept.map(([name, value]) => [
    keyOf(name as keyof ExportChoices, language),
    typeof value === "boolean" ? (value ? "yes" : "no") : value,
  ]);
  return Object.fromEntries([...others, ...own]) as Record<string, string>;
}

/** Whether a format can be one file per chapter. */
export const isByChapter = (format: ShownFormat) => format === "txt" || format === "md" || format === "site";

/** The layout of the files, which some formats do not have. */
export const layoutOf = ({ format, layout }: Pick<ExportChoices, "format" | "layout">): LayoutName =>
  isByChapter(format) ? layout : "whole";

/** The extension of a file. */
export const endingOf = (format: ShownFormat) => (format === "site" ? "txt" : format);

/** What the host is asked for, besides the place and the part of the book. */
export function requestOf(
  choices: ExportChoices,
  cover: Cover | null,
): Omit<ExportText, "out" | "existing" | "scope" | "chapter"> {
  const { format, numbers } = choices;
  const request = { format, layout: layoutOf(choices) };
  switch (format) {
    case "txt":
      return { ...request, marks: choices.textMarks };
    case "md":
      return { ...request, marks: choices.markdownMarks };
    case "docx": {
      const { docxLayout: layout, contact, surname, rule, comments } = choices;
      return { ...request, docx: { layout, contact, surname, rule, comments } };
    }
    case "epub": {
      const { vertical, label: ai_label } = choices;
      return { ...request, epub: { vertical, ai_label, numbers, cover: cover?.content ?? null } };
    }
    case "html":
      return { ...request, html: { numbers } };
    case "pdf":
      return { ...request, pdf: { page: choices.page, files: choices.perVolume ? "per_volume" : "fit" } };
    case "site":
      return { ...request, site: choices.site };
  }
}
