// The page for the editor's browser tests: creates surfaces and comparisons on request and records their events.
import "./page.css";
import { type Compare, type CompareOptions, createCompare } from "../../../src/editor/compare";
import { createWriting, type Edit, type Writing, type WritingOptions } from "../../../src/editor/create";
import type { Mark } from "../../../src/editor/marks";
import type { PasteNotice } from "../../../src/editor/paste";

const appearance = {
  fontFamily: "",
  fontSize: 18,
  lineHeight: 1.9,
  measure: 38,
  indent: 2,
};
const modes = { typewriter: false, focus: false, markdown: true, punctuation: true, language: "zh" } as const;

function place(): HTMLElement {
  const found = document.querySelector<HTMLElement>("#place");
  if (!found) throw new Error("the page has no place");
  return found;
}

const bench = {
  writing: null as Writing | null,
  compare: null as Compare | null,
  events: {
    edits: [] as Edit[],
    pastes: [] as PasteNotice[],
    left: [] as string[],
    marks: [] as { mark: Mark; event: string }[],
  },
  compositions: [] as string[],
  violations: [] as string[],

  clear(): void {
    bench.writing?.destroy();
    bench.compare?.destroy();
    bench.writing = null;
    bench.compare = null;
    place().replaceChildren();
    bench.events = { edits: [], pastes: [], left: [], marks: [] };
    bench.compositions = [];
  },

  write(text: string, more: Partial<WritingOptions> = {}, parent: HTMLElement = place()): Writing {
    const { events } = bench;
    const writing = createWriting({
      parent,
      text,
      version: 1,
      label: "正文",
      appearance,
      modes,
      scrolls: "self",
      nonce: "editor",
      callbacks: {
        onEdit: (edit) => events.edits.push(edit),
        onSelection: () => undefined,
        onPaste: (notice) => events.pastes.push(notice),
        onLeave: (direction) => events.left.push(direction),
        onMark: (mark, event) => events.marks.push({ mark, event }),
      },
      ...more,
    });
    for (const event of ["compositionstart", "compositionend"]) {
      writing.view.contentDOM.addEventListener(event, () => bench.compositions.push(event));
    }
    bench.writing = writing;
    return writing;
  },

  compareTexts(options: Pick<CompareOptions, "before" | "after" | "hunks" | "layout">): void {
    bench.compare = createCompare({
      parent: place(),
      appearance,
      label: "比较",
      lang: "zh-CN",
      nonce: "editor",
      phrases: { before: "之前", after: "之后", folded: (lines) => `… ${lines} 行未改动 …` },
      ...options,
    });
  },

  /** A separate parent for each of several surfaces in one scroller. */
  section(): HTMLElement {
    const section = document.createElement("section");
    place().append(section);
    return section;
  },
};

document.addEventListener("securitypolicyviolation", (event) =>
  bench.violations.push(event.violatedDirective),
);

declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
