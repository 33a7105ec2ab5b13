// A host over a few scenes that finds plain text, and an editor for the open scene; for stories and tests.
import { useEffect, useRef } from "react";
import { useDesk } from "@/desk/desk";
import { acquireScene, releaseScene } from "@/desk/open-scenes";
import { createWriting } from "@/editor/create";
import type { FakeAnswers } from "@/ipc/fake-host";
import { forget } from "@/ipc/queries";
import type {
  FindText,
  OutlineView,
  ReplaceText,
  TextFound,
  TextHit,
  TextReplaced,
  Totals,
} from "@/ipc/types";

const NONE: Totals = { standard: 0, word: 0, han: 0, all: 0 };

export interface FakeChapter {
  title: string;
  /** The texts of its scenes; ids run through the book, from 1. */
  scenes: string[];
}

/** An in-memory book. */
export interface FakeBook {
  answers: FakeAnswers;
  texts: Map<number, string>;
}

interface FakeOptions {
  /** The total number of matches, if more than those returned. */
  total?: number;
}

/** The scenes of a book with their texts, and the chapter of each, by scene. */
interface Contents {
  chapters: readonly FakeChapter[];
  outline: OutlineView;
  texts: Map<number, string>;
  /** Indices. */
  chapterOf: Map<number, number>;
}

function contentsOf(chapters: readonly FakeChapter[]): Contents {
  const texts = new Map<number, string>();
  const chapterOf = new Map<number, number>();
  let scene = 0;
  const outline: OutlineView = {
    volumes: [
      {
        id: 1,
        title: "",
        counts: NONE,
        chapters: chapters.map(({ title, scenes }, index) => ({
          id: index + 1,
          title,
          status: "drafting",
          target: null,
          counts: NONE,
          scenes: scenes.map((text) => {
            scene += 1;
            texts.set(scene, text);
            chapterOf.set(scene, index);
            return { id: scene, title: "", status: "drafting", version: 1, counts: NONE };
          }),
        })),
      },
    ],
  };
  return { chapters, outline, texts, chapterOf };
}

const CONTEXT = 60;

/** A match with the words around it in its paragraph. */
function excerptOf(scalars: readonly string[], start: number, end: number): TextHit["excerpt"] {
  const before = scalars.slice(Math.max(0, start - CONTEXT), start).join("");
  const after = scalars.slice(end, end + CONTEXT).join("");
  return {
    before: before.split("\n").at(-1) ?? "",
    found: scalars.slice(start, end).join(""),
    after: after.split("\n")[0] ?? "",
  };
}

function hitsIn({ chapters, texts, chapterOf }: Contents, id: number, pattern: string): TextHit[] {
  const scalars = [...(texts.get(id) ?? "")];
  const length = [...pattern].length;
  const index = chapterOf.get(id) ?? 0;
  const hits: TextHit[] = [];
  for (let at = 0; at + length <= scalars.length; at += 1) {
    if (scalars.slice(at, at + length).join("") !== pattern) continue;
    hits.push({
      scene: id,
      chapter: index + 1,
      chapter_title: chapters[index]?.title ?? "",
      text: "version",
      version: 1,
      range: { start: at, end: at + length },
      excerpt: excerptOf(scalars, at, at + length),
    });
    at += length - 1;
  }
  return hits;
}

function scenesIn({ texts, chapterOf }: Contents, { scope }: Pick<FindText, "scope">): number[] {
  return [...texts.keys()].filter((id) => {
    if (scope == null || scope === "book") return true;
    return "scene" in scope ? scope.scene === id : scope.chapter === (chapterOf.get(id) ?? 0) + 1;
  });
}

function found(contents: Contents, request: FindText, total: number | undefined): TextFound {
  const scenes = scenesIn(contents, request);
  const hits = scenes.flatMap((id) => hitsIn(contents, id, request.pattern));
  return {
    hits,
    total: total ?? hits.length,
    searched: scenes.length,
    unreadable: [],
    fingerprint: `${request.pattern} ${hits.length}`,
  };
}

function replaced(contents: Contents, request: ReplaceText): TextReplaced {
  const { texts } = contents;
  const scenes = scenesIn(contents, request).flatMap((id) => {
    const hits = hitsIn(contents, id, request.pattern).filter(
      ({ range }) => !request.except?.some((out) => out.scene === id && out.range.start === range.start),
    );
    if (hits.length === 0) return [];
    const scalars = [...(texts.get(id) ?? "")];
    for (const { range } of hits.reverse()) {
      scalars.splice(range.start, range.end - range.start, ...request.replacement);
    }
    texts.set(id, scalars.join(""));
    return [{ scene: id, before: 1, after: 2, replaced: hits.length }];
  });
  setTimeout(() => forget(["texts"]), 0);
  return { scenes, replaced: scenes.reduce((sum, one) => sum + one.replaced, 0), unreadable: [] };
}

export function fakeBook(chapters: readonly FakeChapter[], options: FakeOptions = {}): FakeBook {
  const contents = contentsOf(chapters);
  const { texts, outline } = contents;
  const answers: FakeAnswers = {
    "manuscript.outline": () => outline,
    "scene.text": ({ scene: id }) => ({
      scene: id,
      version: 1,
      branch: 0,
      text: texts.get(id) ?? "",
      counts: NONE,
      draft: null,
    }),
    "scene.save_draft": (request) => {
      const { scene: id } = request;
      if ("text" in request) texts.set(id, request.text);
      setTimeout(() => forget(["drafts"]), 0);
      return { scene: id };
    },
    "manuscript.find": (request) => found(contents, request, options.total),
    "manuscript.replace": (request) => replaced(contents, request),
    "manuscript.undo_replace": ({ scenes }) => ({
      restored: scenes.map(({ scene: id }) => ({ scene: id, version: 3 })),
      left: [],
    }),
  };
  return { answers, texts };
}

/** The open scene in an editor, below the given content. */
export function FakeSheet() {
  const host = useRef<HTMLDivElement>(null);
  const scene = useDesk((state) => state.scene);
  useEffect(() => {
    if (scene === null) return;
    let cancelled = false;
    let end: () => void = () => undefined;
    void acquireScene(scene).then((open) => {
      if (cancelled || host.current === null) return;
      const writing = createWriting({
        parent: host.current,
        text: open.initial.text,
        version: open.initial.version,
        label: "正文",
        appearance: { fontFamily: "", fontSize: 17, measure: 38, lineHeight: 1.9, indent: 2 },
        modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
        scrolls: "self",
        callbacks: { onEdit: () => open.changed(), onSelection: () => undefined },
      });
      open.attach(writing);
      end = () => {
        void releaseScene(scene);
        writing.destroy();
      };
    });
    return () => {
      cancelled = true;
      end();
    };
  }, [scene]);
  return <div ref={host} className="h-full bg-page" data-scene={scene} />;
}
