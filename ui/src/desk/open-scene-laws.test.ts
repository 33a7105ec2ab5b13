// The laws of the state machine (`storing/next.test.ts`) with the real editor, the real effects and a long text, of
// which only changes are sent.
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createWriting, type Writing } from "@/editor/create";
import { chooseFakeHost, failure } from "@/ipc/fake-host";
import type { DraftChange, SceneText } from "@/ipc/types";
import { type OpenScene, readScene } from "./open-scene";

const NO = { standard: 0, word: 0, han: 0, all: 0 };
const LONG = Array.from({ length: 210 }, () => "山".repeat(99)).join("\n");

/** A backend that answers when the test says so. */
class Backend {
  stored: SceneText = { scene: 1, version: 1, branch: 0, text: LONG, counts: NO, draft: null };
  writing = 0;
  changes = 0;
  private readonly waiting: ((fails: boolean) => void)[] = [];

  constructor() {
    chooseFakeHost({
      "scene.text": () => this.answer(() => this.stored),
      "threads.in_scene": () =>
        this.answer(() => ({ scene: 1, text: "draft", version: 1, hash: "", anchors: [] })),
      "scene.save_draft": (request) =>
        this.write(() => {
          const text =
            "text" in request ? request.text : this.changed(request as unknown as { change: DraftChange });
          const draft = { base: request.base, branch: 0, saved: false, text, updated_at: 5 };
          this.stored = { ...this.stored, draft };
          return { scene: 1 };
        }),
      "scene.save": (request) =>
        this.write(() => {
          const version = this.stored.version + 1;
          this.stored = { ...this.stored, version, text: request.text, draft: null };
          return { scene: 1, version, branch: 0, branched: false, unchanged: false };
        }),
      "prose.count": () => ({ rule: "standard", total: 0, counts: NO, classes: {} as never }),
    });
  }

  text(): string {
    return this.stored.draft?.text ?? this.stored.text;
  }

  next(fails: boolean): boolean {
    const answer = this.waiting.shift();
    answer?.(fails);
    return answer !== undefined;
  }

  private changed({ change: { length, from, removed, added } }: { change: DraftChange }): string {
    const before = this.text();
    if (before.length !== length || !before.startsWith(removed, from)) throw failure("bad_request");
    this.changes += 1;
    return before.slice(0, from) + added + before.slice(from + removed.length);
  }

  private async write<T>(run: () => T): Promise<T> {
    this.writing += 1;
    expect(this.writing).toBe(1);
    try {
      return await this.answer(run);
    } finally {
      this.writing -= 1;
    }
  }

  private answer<T>(run: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.waiting.push((fails) => {
        if (fails) return reject(failure("io"));
        try {
          resolve(run());
        } catch (thrown) {
          reject(thrown);
        }
      });
    });
  }
}

let backend: Backend;
let open: OpenScene;
let writing: Writing | null;
let characters: number;
let typed: string;

function openEditor(): void {
  if (writing !== null) return;
  const { text, version } = open.initial;
  writing = createWriting({
    parent: document.body,
    text,
    version,
    label: "正文",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.8, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => open.changed(), onSelection: () => undefined },
  });
  open.attach(writing);
}

function closeEditor(): void {
  const closing = writing;
  if (closing === null) return;
  closing.leave();
  ignore(open.detach());
  writing = null;
  closing.destroy();
}

function type(at: number): void {
  if (writing === null) return;
  const one = String.fromCharCode(characters++);
  typed += one;
  const from = at % (writing.length() + 1);
  writing.view.dispatch({ changes: { from, insert: one }, userEvent: "input.type" });
}

const compose = (event: "compositionstart" | "compositionend") =>
  writing?.view.contentDOM.dispatchEvent(new CompositionEvent(event, { bubbles: true }));
const ignore = (act: Promise<unknown>) => void act.catch(() => undefined);

/** Acts by name. */
const ACTS: Readonly<Record<string, (at: number) => unknown>> = {
  type,
  typeMore: type,
  compose: () => compose("compositionstart"),
  endComposition: () => compose("compositionend"),
  answer: () => backend.next(false),
  answerMore: () => backend.next(false),
  fail: () => backend.next(true),
  flush: () => ignore(open.flush()),
  save: () => ignore(open.save()),
  refresh: () => ignore(open.refresh()),
  locate: () => ignore(open.locate()),
  pass: (at) => vi.advanceTimersByTimeAsync(at % 1500),
  close: closeEditor,
  open: openEditor,
};

async function settle(): Promise<void> {
  compose("compositionend");
  for (let round = 0; round < 30; round += 1) {
    while (backend.next(false)) await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(1000);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});
afterEach(() => {
  writing?.destroy();
  vi.useRealTimers();
});

it("no typed text is lost, and one text is written at a time", async () => {
  let changes = 0;
  const acts = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(30_000)), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(acts, async (acts) => {
      backend = new Backend();
      writing = null;
      characters = 0x4e8c;
      typed = "";
      const read = readScene(1, () => undefined);
      await vi.advanceTimersByTimeAsync(0);
      backend.next(false);
      open = await read;
      openEditor();
      for (const [name, at] of acts) {
        await ACTS[name]?.(at);
        await vi.advanceTimersByTimeAsync(0);
      }
      await settle();
      for (const one of typed) expect(backend.text()).toContain(one);
      expect(open.initial.text === backend.text()).toBe(true);
      expect(["saved", "kept", "failed"]).toContain(open.status().kept);
      changes += backend.changes;
      closeEditor();
      await settle();
    }),
    { numRuns: 60 },
  );
  // Drafts of only a change were among them.
  expect(changes).toBeGreaterThan(0);
});
