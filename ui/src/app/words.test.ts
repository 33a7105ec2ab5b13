// @vitest-environment node
// The window's strings: complete in both languages, none missing, none unused, none hard-coded in components.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { words } from "./i18n";

const src = fileURLToPath(new URL("..", import.meta.url));

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

interface Source {
  name: string;
  namespace: string;
  program: Node;
  text: string;
}

/** Not part of the window: stories and tests, and the strings themselves. */
const ASIDE =
  /(?:\.test\.tsx?|stories\.tsx|(?:^|\/)(?:by-hand-|card-|compare-|dialog-|failure-|record-|remark-|rule-|setting-|step-|trouble-)?words\.ts|ipc\/types\.ts|ipc\/fake-host\.ts)$|^stories\//;

/** Files used only by stories and tests; they show the text of sample novels. */
const SAMPLES = /(?:^|\/)(?:sample(?:-\w+)*|fake(?:-\w+)*|testing)\.tsx?$/;

function read(): Source[] {
  const names = readdirSync(src, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.tsx?$/.test(name) && !ASIDE.test(name) && !SAMPLES.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(src, name), "utf8");
      const { program, errors } = parseSync(name, text, { lang: name.endsWith("x") ? "tsx" : "ts" });
      expect(errors, name).toEqual([]);
      const [folder = "", noun = ""] = name.split("/");
      return {
        name,
        text,
        namespace: folder === "features" ? noun : folder,
        program: program as unknown as Node,
      };
    });
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Visits every node below one, with its parent. */
function walk(
  node: Node,
  visit: (node: Node, parent: Node | null) => void,
  parent: Node | null = null,
): void {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, node);
  }
}

/** A string with holes (null) for interpolated parts. */
type Pattern = (string | null)[];

/** The strings that an expression may evaluate to; unknown ones are omitted. */
function strings(node: unknown): Pattern[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [[node.value]] : [];
    case "TemplateLiteral": {
      const quasis = node.quasis as { value: { cooked: string } }[];
      return [quasis.flatMap(({ value }, at) => (at === 0 ? [value.cooked] : [null, value.cooked]))];
    }
    case "ConditionalExpression":
      return [...strings(node.consequent), ...strings(node.alternate)];
    case "LogicalExpression":
      return [...strings(node.left), ...strings(node.right)];
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "JSXExpressionContainer":
      return strings(node.expression);
    default:
      return [];
  }
}

const sources = read();
const lineOf = ({ text }: Source, at: number) => text.slice(0, at).split("\n").length;
const hasLetters = (pattern: Pattern) => pattern.some((part) => part !== null && /\p{L}/u.test(part));

/** Attributes and component props whose value is shown or read out. */
const VISIBLE_PROPS = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "alt",
  "label",
  "title",
  "placeholder",
  "description",
  "text",
  "hint",
  "detail",
]);

/** The program's name, which is written the same in every language. */
const NAME = "文房";

describe("components contain no literal text", () => {
  it("has no literals in JSX", () => {
    const wrong: string[] = [];
    for (const source of sources) {
      walk(source.program, (node, parent) => {
        const report = (what: string) => wrong.push(`${source.name}:${lineOf(source, node.start)}: ${what}`);
        const written = node.type === "JSXText" ? String(node.value).trim() : "";
        if (/\p{L}/u.test(written) && written !== NAME) report(written);
        if (node.type === "JSXExpressionContainer" && /^JSX(?:Element|Fragment)$/.test(parent?.type ?? "")) {
          if (strings(node).some(hasLetters)) report(source.text.slice(node.start, node.start + 60));
        }
        if (node.type === "JSXAttribute") {
          const name = (node.name as Node).name;
          if (typeof name === "string" && VISIBLE_PROPS.has(name) && strings(node.value).some(hasLetters)) {
            report(source.text.slice(node.start, node.start + 60));
          }
        }
      });
    }
    expect(wrong).toEqual([]);
  });

  /** Files that process Chinese text, with the reason. */
  const PROCESSES_CHINESE: Readonly<Record<string, string>> = {
    "components/figures.ts": "the Chinese sign for ten thousand",
    "components/language-field.tsx": "each language is named in itself",
    "features/transfer/person-proposal.tsx": "values of the bible in a Chinese or Japanese novel",
    "editor/markdown.ts": "indents and punctuation",
    "features/binder/next-title.ts": "numbered titles in Chinese",
    "features/binder/numeral.ts": "Chinese numerals",
    "features/settings/font-faces.ts": "font names, and characters to measure them",
    "features/settings/text-preview.tsx": "a sample paragraph in Chinese",
    "features/transfer/import-flow.ts": "book title marks",
    "features/about/about-dialog.tsx": "the name of the program is written the same in both languages",
    "features/welcome/look.tsx": "each language is named in itself",
    "features/welcome/welcome.tsx": "the name of the program is written the same in both languages",
  };

  it("has no Chinese outside the words files", () => {
    const found = new Map<string, string[]>();
    for (const source of sources) {
      walk(source.program, (node) => {
        if (
          !strings(node)
            .flat()
            .some((part) => part !== null && /\p{Script=Han}/u.test(part))
        )
          return;
        const line = `${source.name}:${lineOf(source, node.start)}`;
        found.set(source.name, [...(found.get(source.name) ?? []), line]);
      });
    }
    const wrong = [...found].filter(([name]) => !(name in PROCESSES_CHINESE)).flatMap(([, lines]) => lines);
    expect([...new Set(wrong)]).toEqual([]);
  });
});

/** The strings of a language, by key. */
function flat(tree: object, before = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === "string") all.set(before + name, value);
    else for (const [key, word] of flat(value as object, `${before}${name}.`)) all.set(key, word);
  }
  return all;
}

const known = new Map(
  Object.entries(words).map(
    ([namespace, { zh, en }]) => [namespace, { zh: flat(zh), en: flat(en) }] as const,
  ),
);

/** Strings that are empty, and omitted, in one language or both. */
const MAY_BE_EMPTY = new Set([
  "rows.font_size.hint",
  "rows.measure.hint",
  "rows.line_height.hint",
  "report.join",
]);

it("English strings say characters, not 字", () => {
  const wrong = [...known].flatMap(([namespace, { en }]) =>
    [...en].filter(([, word]) => word.includes("字")).map(([key]) => `${namespace}:${key}`),
  );
  expect(wrong).toEqual([]);
});

describe("both languages are complete", () => {
  it.each([...known])("%s", (_, { zh, en }) => {
    expect([...en.keys()].sort()).toEqual([...zh.keys()].sort());
    const holes = (word: string) => [...new Set(word.match(/\{\{\w+\}\}/g))].sort();
    for (const [key, word] of zh) {
      const empty = [word, en.get(key) ?? ""].some((one) => one.trim() === "");
      expect(empty && !MAY_BE_EMPTY.has(key), key).toBe(false);
      expect(holes(en.get(key) ?? ""), key).toEqual(holes(word));
    }
  });
});

/** A string that the code uses: a namespace and a key pattern. */
interface UsedKey {
  at: string;
  namespaces: string[];
  pattern: Pattern;
  /** Whether a context chooses the form. */
  hasContext: boolean;
}

/** The key suffix of the form for lengths in words. */
const WORDS_FORM = "_words";

function usedKeys(): UsedKey[] {
  const all: UsedKey[] = [];
  for (const source of sources) {
    const own = new Set<string>();
    walk(source.program, (node) => {
      if (node.type !== "CallExpression" || (node.callee as Node).name !== "useTranslation") return;
      for (const pattern of strings((node.arguments as Node[])[0])) if (pattern[0]) own.add(pattern[0]);
    });
    if (own.size === 0) own.add(source.namespace);
    walk(source.program, (node) => {
      if (node.type !== "CallExpression") return;
      const callee = node.callee as Node;
      const name = callee.name ?? (callee.property as Node | undefined)?.name;
      if (name !== "t") return;
      const [first, options] = node.arguments as Node[];
      const elsewhere: string[] = [];
      let hasContext = false;
      if (options?.type === "ObjectExpression") {
        for (const property of options.properties as Node[]) {
          const key = (property.key as Node | undefined)?.name;
          hasContext ||= key === "context";
          if (key !== "ns") continue;
          for (const [namespace] of strings(property.value)) if (namespace) elsewhere.push(namespace);
        }
      }
      for (const pattern of strings(first)) {
        const [begin = ""] = pattern;
        const colon = begin?.indexOf(":") ?? -1;
        const at = `${source.name}:${lineOf(source, node.start)}`;
        if (begin !== null && colon >= 0) {
          const namespaces = [begin.slice(0, colon)];
          all.push({ at, namespaces, pattern: [begin.slice(colon + 1), ...pattern.slice(1)], hasContext });
        } else all.push({ at, namespaces: elsewhere.length > 0 ? elsewhere : [...own], pattern, hasContext });
      }
    });
  }
  return all;
}

function fits(pattern: Pattern): RegExp {
  const parts = pattern.map((part) =>
    part === null ? "[\\w.-]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`^${parts.join("")}$`);
}

describe("the code and the words files agree", () => {
  const questions = usedKeys();

  it("no key is missing", () => {
    const missing = questions.filter(({ namespaces, pattern }) => {
      // A key that is entirely unknown here is chosen by a caller.
      if (pattern.every((part) => part === null || part === "")) return false;
      const regex = fits(pattern);
      return !namespaces.some((namespace) =>
        [...(known.get(namespace)?.zh.keys() ?? [])].some((key) => regex.test(key)),
      );
    });
    expect(missing.map(({ at, pattern }) => `${at}: ${pattern.map((part) => part ?? "…").join("")}`)).toEqual(
      [],
    );
    expect(questions.length).toBeGreaterThan(300);
  });

  it("no key is unused", () => {
    const used = new Set<string>();
    const use = (namespace: string, regex: RegExp) => {
      for (const key of known.get(namespace)?.zh.keys() ?? [])
        if (regex.test(key)) used.add(`${namespace}:${key}`);
    };
    for (const { namespaces, pattern, hasContext } of questions) {
      for (const namespace of namespaces) {
        use(namespace, fits(pattern));
        if (hasContext) use(namespace, fits([...pattern, WORDS_FORM]));
      }
    }
    // Keys passed as values: any string in the namespace's own files, or one with a namespace prefix.
    for (const source of sources) {
      walk(source.program, (node) => {
        for (const pattern of strings(node)) {
          const [begin] = pattern;
          if (!begin || !/^[\w-]+(?::|\.|$)/.test(begin)) continue;
          const colon = begin.indexOf(":");
          if (colon > 0) use(begin.slice(0, colon), fits([begin.slice(colon + 1), ...pattern.slice(1)]));
          else use(source.namespace, fits(pattern));
        }
      });
    }
    const unused = [...known].flatMap(([namespace, { zh }]) =>
      [...zh.keys()].map((key) => `${namespace}:${key}`).filter((key) => !used.has(key)),
    );
    expect(unused).toEqual([]);
  });
});
