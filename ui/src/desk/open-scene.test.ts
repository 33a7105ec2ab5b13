import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWriting, type Writing } from "@/editor/create";
import type { PastedPassage } from "@/editor/pasted-passages";
import { chooseFakeHost, failure } from "@/ipc/fake-host";
import type { AiSpan, CharRange, PlacedAnchor, SceneAnchor, SceneAnchors, SceneText } from "@/ipc/types";
import { type OpenScene, readScene } from "./open-scene";
import { hashOf } from "./text-hash";

const SCENE = 1;
const NO = { standard: 0, word: 0, han: 0, all: 0 };

/** The backend's state of a scene with one anchor. */
interface Backend {
  versions: string[];
  /** `base` is the version the draft began from. */
  draft: { base: number; text: string; anchors: PlacedAnchor[] } | null;
  /** The anchor in a version; null where the scene has none. */
  anchor: { version: number; range: CharRange; gone: boolean } | null;
  /** Every stored draft, with the words under its anchor. */
  drafts: { text: string; quote: string | null | undefined }[];
  /** Delays answers about anchors. */
  gate: Promise<unknown>;
  /** The AI spans of the working text; null when the backend does not report them. */
  spans: AiSpan[] | null;
  /** The words of the spans sent with each text. */
  written: (string[] | undefined)[];
  /** The generations reported as accepted. */
  accepted: number[];
  /** The passages reported as pasted, with each text that had some. */
  pasted: PastedPassage[][];
}

let backend: Backend;
let writing: Writing;
let open: OpenScene;
let requests: ReturnType<typeof chooseFakeHost>;

const cut = (text: string, { start, end }: CharRange) => [...text].slice(start, end).join("");
const working = () => backend.draft?.text ?? backend.versions.at(-1) ?? "";

function remember(text: string, anchors: readonly PlacedAnchor[] | undefined, spans?: AiSpan[] | null): void {
  backend.written.push(spans?.map(({ generation, range }) => `${generation}${cut(text, range)}`));
  if (spans) backend.spans = spans;
  const placed = anchors?.find((one) => "anchor" in one && one.anchor === 7);
  const quote = placed && (placed.range === null ? null : cut(text, placed.range));
  backend.drafts.push({ text, quote });
}

async function inScene(): Promise<SceneAnchors> {
  const { draft, anchor, versions } = backend;
  const text = working();
  const placed = draft?.anchors.find((one) => "anchor" in one && one.anchor === 7);
  const same = anchor !== null && draft === null && anchor.version === versions.length;
  const answer: SceneAnchors = {
    scene: SCENE,
    text: draft === null ? "version" : "draft",
    version: draft?.base ?? versions.length,
    hash: await hashOf(text),
    anchors: [],
  };
  if (anchor !== null) {
    const lost = anchor.gone || (placed === undefined && !same);
    const one: SceneAnchor = {
      id: 7,
      thread: 3,
      scene: SCENE,
      title: "断剑",
      status: "open",
      role: "plant",
      quote: "",
      version: anchor.version,
      range: anchor.range,
      gone: anchor.gone,
      note: "",
      now: placed ? placed.range : lost ? null : anchor.range,
      confidence: 1,
      method: placed || same || anchor.gone ? null : "ngram_similarity",
    };
    answer.anchors.push(one);
  }
  await backend.gate;
  return answer;
}

function host(): void {
  requests = chooseFakeHost({
    "scene.save_pasted": (request) => {
      backend.pasted.push(request.pasted);
      if ("text" in request) backend.versions.push(request.text);
      backend.draft = null;
      return { scene: SCENE, version: backend.versions.length, branch: 0 };
    },
    "scene.text": (): SceneText => ({
      scene: SCENE,
      version: backend.versions.length,
      branch: 0,
      text: backend.versions.at(-1) ?? "",
      counts: NO,
      draft: backend.draft && {
        base: backend.draft.base,
        branch: 0,
        saved: false,
        text: backend.draft.text,
        updated_at: 5,
      },
    }),
    "scene.save_draft": (request) => {
      if (!("text" in request)) throw failure("bad_request");
      remember(request.text, request.anchors, request.spans);
      backend.draft = {
        base: request.base,
        text: request.text,
        anchors: request.anchors ?? [],
      };
      return { scene: SCENE };
    },
    "scene.save": (request) => {
      remember(request.text, request.anchors, request.spans);
      if (request.accepted != null) backend.accepted.push(request.accepted);
      const placed = request.anchors?.find((one) => "anchor" in one && one.anchor === 7);
      backend.versions.push(request.text);
      backend.draft = null;
      const version = backend.versions.length;
      if (placed?.range) backend.anchor = { version, range: placed.range, gone: false };
      else if (placed && backend.anchor) backend.anchor = { ...backend.anchor, gone: true };
      return { scene: SCENE, version, branch: 0, branched: false, unchanged: false };
    },
    "threads.in_scene": inScene,
    "comments.in_scene": async () => {
      const { anchors: _, ...text } = await inScene();
      return { ...text, comments: [] };
    },
    "scene.spans": () => {
      if (backend.spans === null) throw failure("not_found");
      return { scene: SCENE, version: backend.draft?.base ?? backend.versions.length, spans: backend.spans };
    },
    "prose.count": () => ({ rule: "standard", total: 0, counts: NO, classes: {} as never }),
  });
}

function editor(): Writing {
  const { initial } = open;
  return createWriting({
    parent: document.body,
    text: initial.text,
    version: initial.version,
    label: "正文",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.8, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => open.changed(), onSelection: () => undefined },
  });
}

async function begin(): Promise<void> {
  host();
  open = await readScene(SCENE, () => undefined);
  writing = editor();
  open.attach(writing);
}

const type = (at: number, text: string) =>
  writing.view.dispatch({ changes: { from: at, insert: text }, userEvent: "input.type" });
const cutOut = (from: number, to: number) =>
  writing.view.dispatch({ changes: { from, to }, userEvent: "delete" });
const covered = () =>
  writing
    .anchorsNow()
    .map(({ from, to, gone }) => (gone ? null : cut(writing.text(), { start: from, end: to })));
const settled = () =>
  vi.waitFor(() => expect(requests.some(({ name }) => name === "threads.in_scene")).toBe(true));
const known = () => vi.waitFor(() => expect(covered()).toHaveLength(1));

function gate(): () => void {
  let go: () => void = () => undefined;
  backend.gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  return go;
}

beforeEach(() => {
  backend = {
    versions: ["𠮷老陶把断剑埋在渡口。"],
    draft: null,
    anchor: { version: 1, range: { start: 4, end: 6 }, gone: false },
    drafts: [],
    gate: Promise.resolve(),
    spans: null,
    written: [],
    accepted: [],
    pasted: [],
  };
});
afterEach(async () => {
  await open.flush().catch(() => undefined);
  writing.destroy();
});

describe("thread anchors of an open scene", () => {
  it("are shown in place and sent with every stored text", async () => {
    await begin();
    await known();
    expect(covered()).toEqual(["断剑"]);
    expect(open.threadOf("7")).toBe(3);
    type(0, "夜里，");
    await open.flush();
    expect(backend.drafts).toEqual([{ text: "夜里，𠮷老陶把断剑埋在渡口。", quote: "断剑" }]);
    type(0, "𠮷𠮷");
    await open.save();
    expect(backend.drafts.at(-1)).toEqual({ text: "𠮷𠮷夜里，𠮷老陶把断剑埋在渡口。", quote: "断剑" });
    expect(backend.anchor).toEqual({ version: 2, range: { start: 9, end: 11 }, gone: false });
  });

  it("that arrive while the author types are mapped through the typing", async () => {
    const answer = gate();
    await begin();
    await settled();
    type(0, "夜里，");
    const flushed = open.flush();
    type(0, "又");
    answer();
    await flushed;
    await open.flush();
    expect(covered()).toEqual(["断剑"]);
    // Nothing was stored before the positions were known.
    expect(backend.drafts.map(({ quote }) => quote)).not.toContain(undefined);
    expect(backend.drafts.at(-1)).toEqual({ text: "又夜里，𠮷老陶把断剑埋在渡口。", quote: "断剑" });
  });

  it("of a draft that survived a crash are where its editor left them", async () => {
    backend.draft = {
      base: 1,
      text: "他来了。𠮷老陶把半截断剑埋在渡口。",
      anchors: [{ anchor: 7, range: { start: 8, end: 12 } }],
    };
    await begin();
    type(0, "后来");
    await known();
    await open.flush();
    expect(covered()).toEqual(["半截断剑"]);
    expect(backend.drafts).toEqual([{ text: "后来他来了。𠮷老陶把半截断剑埋在渡口。", quote: "半截断剑" }]);
  });

  it("that were overwritten are gone, and return with undo", async () => {
    await begin();
    await known();
    cutOut(4, 8);
    await open.flush();
    expect(backend.drafts.at(-1)?.quote).toBeNull();
    await open.save();
    expect(backend.anchor?.gone).toBe(true);
    await open.locate();
    writing.undo();
    await open.flush();
    expect(backend.drafts.at(-1)?.quote).toBe("断剑");
  });

  it("that cannot be located for certain are left alone", async () => {
    backend.versions.push("另一段全新的文字。");
    await begin();
    await settled();
    type(0, "真");
    await open.flush();
    expect(covered()).toEqual([]);
    expect(backend.drafts).toEqual([{ text: "真另一段全新的文字。", quote: undefined }]);
  });

  it("are placed again after the backend restored another text", async () => {
    await begin();
    await known();
    backend.versions.push("很久以前，老陶把断剑埋在渡口，没有告诉任何人。");
    backend.anchor = { version: 2, range: { start: 8, end: 10 }, gone: false };
    await open.refresh();
    expect(covered()).toEqual(["断剑"]);
    type(0, "据说");
    await open.flush();
    expect(backend.drafts.at(-1)?.quote).toBe("断剑");
  });

  it("of a text other than the editor's are not set", async () => {
    await begin();
    await known();
    // Another text is restored; the window does not know yet.
    backend.versions.push("断剑，断剑，还是断剑。");
    backend.anchor = { version: 2, range: { start: 8, end: 10 }, gone: false };
    await open.locate();
    expect(covered()).toEqual(["断剑"]);
    expect(writing.anchorsNow()[0]?.from).toBe(4);
    await open.refresh();
    expect(writing.anchorsNow()[0]?.from).toBe(8);
  });

  it("survive closing the editor, stored or not", async () => {
    await begin();
    await known();
    type(0, "夜里，");
    const detached = open.detach();
    writing.destroy();
    writing = editor();
    open.attach(writing);
    expect(covered()).toEqual(["断剑"]);
    type(0, "又");
    await detached;
    await open.flush();
    expect(backend.drafts.map(({ quote }) => quote)).toEqual(
      ["断剑", "断剑"].slice(0, backend.drafts.length),
    );
    expect(backend.drafts.at(-1)?.text).toBe("又夜里，𠮷老陶把断剑埋在渡口。");
  });

  it("that arrive after the editor closed are stored with its text", async () => {
    const answer = gate();
    await begin();
    await settled();
    type(0, "夜里，");
    const detached = open.detach();
    writing.destroy();
    answer();
    await detached;
    expect(backend.drafts).toEqual([{ text: "夜里，𠮷老陶把断剑埋在渡口。", quote: "断剑" }]);
  });

  it("that arrive during a composition count at once and are shown after it; its letters are not stored", async () => {
    const answer = gate();
    await begin();
    await settled();
    writing.view.contentDOM.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
    type(0, "ye");
    answer();
    await open.flush();
    expect(backend.drafts).toEqual([]);
    expect(writing.view.contentDOM.querySelector(".cm-anchor")).toBeNull();
    writing.view.contentDOM.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
    await vi.waitFor(() =>
      expect(writing.view.contentDOM.querySelector(".cm-anchor")?.textContent).toBe("断剑"),
    );
    expect(covered()).toEqual(["断剑"]);
    await open.flush();
    expect(backend.drafts).toEqual([{ text: "ye𠮷老陶把断剑埋在渡口。", quote: "断剑" }]);
  });

  it("always match the text they are sent with, whatever is typed and stored when", async () => {
    await begin();
    await known();
    let state = 5;
    const dice = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state % below;
    };
    for (let step = 0; step < 120; step += 1) {
      const { text } = { text: writing.text() };
      const from = text.indexOf("断剑");
      const at = dice(2) === 0 ? dice(from + 1) : from + 2 + dice(text.length - from - 1);
      type(Math.min(at, text.length), ["雨", "，", "a", "\n"][dice(4)] ?? "");
      const act = dice(6);
      if (act === 0) void open.flush();
      if (act === 1) void open.save();
      if (act === 2) void open.locate();
      if (act === 3) await open.flush();
      if (act === 4 && dice(3) === 0) await open.refresh();
    }
    await open.flush();
    expect(backend.drafts.length).toBeGreaterThan(20);
    for (const { quote } of backend.drafts) expect(quote).toBe("断剑");
  });
});

describe("an open scene whose draft became a version", () => {
  it("continues from that version, even with text typed meanwhile", async () => {
    await begin();
    await known();
    type(0, "夜里，");
    await open.flush();
    // Accepting a passage makes a version of the draft.
    backend.versions.push(backend.draft?.text ?? "");
    backend.draft = null;
    backend.anchor = { version: 2, range: { start: 7, end: 9 }, gone: false };
    type(0, "又");
    await open.refresh();
    expect(open.status().version).toBe(2);
    await open.flush();
    expect(backend.draft).toMatchObject({
      base: 2,
      text: "又夜里，𠮷老陶把断剑埋在渡口。",
    });
    expect(backend.drafts.at(-1)?.quote).toBe("断剑");
  });

  it("merges an act's result with text typed meanwhile", async () => {
    await begin();
    await known();
    type(0, "夜里，");
    await open.flush();
    // An act appends words to the draft; the answer arrives after the author typed more.
    backend.versions.push("夜里，𠮷老陶把断剑埋在渡口。雪落了一夜。");
    backend.draft = null;
    backend.anchor = { version: 2, range: { start: 7, end: 9 }, gone: false };
    type(3, "又");
    await open.refresh();
    expect(writing.text()).toBe("夜里，又𠮷老陶把断剑埋在渡口。雪落了一夜。");
    expect(open.status()).toMatchObject({ version: 2 });
    await open.flush();
    expect(backend.draft).toMatchObject({ base: 2, text: writing.text() });
    expect(backend.drafts.at(-1)?.quote).toBe("断剑");
    expect(open.status().kept).toBe("kept");
  });

  it("keeps text typed meanwhile even in a completely different text", async () => {
    await begin();
    await known();
    backend.versions.push("另一段全新的文字。");
    backend.anchor = { version: 2, range: { start: 0, end: 0 }, gone: true };
    type(0, "又");
    await open.refresh();
    expect(writing.text()).toBe("又另一段全新的文字。");
    await open.flush();
    expect(backend.draft).toMatchObject({ base: 2, text: "又另一段全新的文字。" });
  });
});

describe("a long paste in an open scene", () => {
  const page = "贴".repeat(2500);
  const paste = (at: number, text: string) =>
    writing.view.dispatch({ changes: { from: at, insert: text }, userEvent: "input.paste" });

  it("is stored as a version, with its place after more typing, and typing continues from it", async () => {
    await begin();
    paste(2, page);
    type(0, "夜");
    await open.flush();
    expect(backend.pasted).toEqual([[{ from: 2, to: 2 + page.length, removed: "" }]]);
    expect(open.status()).toMatchObject({ kept: "saved", version: 2 });
    type(0, "雨");
    await open.flush();
    expect(backend.draft).toMatchObject({ base: 2, text: writing.text() });
    expect(backend.pasted).toHaveLength(1);
  });
});

describe("AI spans of an open scene", () => {
  const written = () =>
    writing.spansNow().map(({ from, to }) => cut(writing.text(), { start: from, end: to }));
  const seen = () => vi.waitFor(() => expect(written().length).toBeGreaterThan(0));

  beforeEach(() => {
    backend.spans = [{ generation: 5, range: { start: 3, end: 7 } }];
  });

  it("are sent with every stored text, and split around the author's text", async () => {
    await begin();
    await seen();
    expect(written()).toEqual(["把断剑埋"]);
    type(0, "夜里，");
    await open.flush();
    type(writing.text().indexOf("埋"), "深");
    await open.save();
    expect(backend.written).toEqual([["5把断剑埋"], ["5把断剑", "5埋"]]);
    cutOut(0, writing.length());
    await open.save();
    expect(backend.written.at(-1)).toEqual([]);
    expect(backend.accepted).toEqual([]);
  });

  it("are not sent until the backend has reported them", async () => {
    backend.spans = null;
    await begin();
    await known();
    type(0, "夜里，");
    await open.save();
    expect(backend.written).toEqual([undefined]);
    expect(backend.drafts.at(-1)?.quote).toBe("断剑");
  });

  /** Accepts a proposal before the backend has reported the spans. Returns a function that releases the answer. */
  async function acceptProposal() {
    const answer = gate();
    await begin();
    await settled();
    const proposal = writing.propose(
      { from: 0, to: 0 },
      { onDecide: () => undefined, onStale: () => undefined },
    );
    proposal?.push("雪夜。");
    proposal?.showHunks([{ from: 0, to: 0, insert: "雪夜。" }]);
    proposal?.decide(0, "accepted");
    await proposal?.apply(9);
    return answer;
  }

  it("are known before the version of an accepted proposal", async () => {
    const answer = await acceptProposal();
    const saving = open.save({ accepted: { generation: 9, isIn: () => true } });
    answer();
    await saving;
    expect(backend.written.at(-1)).toEqual(["9雪夜。", "5把断剑埋"]);
    expect(backend.accepted).toEqual([9]);
  });

  it("report no acceptance when an undo precedes the version", async () => {
    const answer = await acceptProposal();
    const saving = open.save({ accepted: { generation: 9, isIn: () => writing.text().startsWith("雪夜") } });
    writing.undo();
    answer();
    await saving;
    expect(backend.written.at(-1)).toEqual(["5把断剑埋"]);
    expect(backend.accepted).toEqual([]);
  });

  it("are fetched again when the backend has another text", async () => {
    await begin();
    await seen();
    backend.versions.push("老陶把断剑扔进江里。");
    backend.spans = [{ generation: 6, range: { start: 5, end: 9 } }];
    await open.refresh();
    expect(written()).toEqual(["扔进江里"]);
    type(0, "又");
    await open.flush();
    expect(backend.written.at(-1)).toEqual(["6扔进江里"]);
  });

  it("are not applied to a text other than the named one", async () => {
    const answer = gate();
    await begin();
    await settled();
    backend.versions.push("断剑。");
    backend.spans = [{ generation: 6, range: { start: 0, end: 2 } }];
    answer();
    await vi.waitFor(() => expect(requests.some(({ name }) => name === "scene.spans")).toBe(true));
    type(0, "又");
    await open.flush();
    expect(written()).toEqual([]);
    expect(backend.written.at(-1)).toBeUndefined();
  });

  it("survive closing the editor", async () => {
    await begin();
    await seen();
    type(0, "夜里，");
    const detached = open.detach();
    writing.destroy();
    writing = editor();
    open.attach(writing);
    expect(written()).toEqual(["把断剑埋"]);
    await detached;
    type(0, "又");
    await open.flush();
    expect(backend.written.at(-1)).toEqual(["5把断剑埋"]);
  });
});
