// A fake backend with one scene and a scripted model, for tests and stories.
import { type Asked, failure } from "@/ipc/fake-host";
import { chooseHost } from "@/ipc/host";
import type {
  CharRange,
  ContextPreview,
  Failure,
  Generate,
  GenerationEvent,
  GenerationView,
  Hunk,
  StreamItem,
  TextEdits,
} from "@/ipc/types";

export const SCENE = 40;

const length = (text: string) => [...text].length;
const totals = (n: number) => ({ standard: n, word: n, han: n, all: n });

/** The changes as one hunk, or for an insertion one per paragraph. */
export function editsOf(old: string, next: string): TextEdits {
  const [before, after] = [[...old], [...next]];
  if (old === next) return { edits: [] };
  if (old === "") {
    let at = 0;
    const edits = next.split(next.startsWith("\n") ? /(?=\n)/ : /(?<=\n)/).map((paragraph): Hunk => {
      const start = at;
      at += length(paragraph);
      return { old: { start: 0, end: 0 }, new: { start, end: at } };
    });
    return { edits };
  }
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  const edit = {
    old: { start, end: before.length - tail },
    new: { start, end: after.length - tail },
  };
  return { edits: [edit] };
}

/** A generation as the backend returns it. */
export function viewOf(change: Partial<GenerationView> = {}): GenerationView {
  const text = change.text ?? "";
  return {
    id: 1,
    scene: SCENE,
    act: "continue",
    base: 1,
    range: { start: 0, end: 0 },
    instruction: "",
    candidate_of: null,
    prompt: { group: "scene_generation", key: "continue", language: "zh", id: null, version: null, hash: "" },
    prompt_hash: "",
    provider: "local",
    model: "qwen3:14b",
    status: "complete",
    trouble: null,
    gate: { target: 500, counted: length(text), outcome: "within_target", rounds: 1, closing: "" },
    tokens: { prompt: 900, completion: 200, cached: 0, estimated: false },
    cost: null,
    fate: "open",
    created_at: 1_780_000_000_000,
    interrupted: false,
    ...change,
    text,
    overflow: change.overflow ?? "",
  } as GenerationView;
}

export interface FakeDrafting {
  asked: Asked[];
  /** The stored text of the scene. */
  kept: () => string;
  versions: string[];
  stored: GenerationView[];
  preview: ContextPreview | null;
  /** The backend's answer for an edited passage. */
  located: CharRange | null;
  /** Failures by command. */
  refused: Map<string, Failure>;
  /** The number of running requests. */
  running: number;
  tell(event: GenerationEvent): void;
  /** Sends the text of one candidate as events. */
  show(generation: number, ...pieces: string[]): void;
  end(generations: GenerationView[]): void;
  fail(failure: Failure): void;
}

/** Installs a host with the scene and the model. */
export function fakeDrafting(text: string): FakeDrafting {
  let draft: string | null = null;
  let listener: ((item: StreamItem) => void) | null = null;
  let close: (() => void) | null = null;
  const shown = new Map<number, string>();

  const answer = (name: string, request: never): unknown => {
    const fields = request as Record<string, unknown>;
    switch (name) {
      case "scene.text": {
        const version = (fields.version as number | undefined) ?? fake.versions.length;
        const words = fake.versions[version - 1] ?? "";
        const working =
          draft === null || fields.version != null
            ? null
            : { base: version, branch: 0, saved: false, text: draft, updated_at: 0 };
        return {
          scene: SCENE,
          version,
          branch: 0,
          text: words,
          counts: totals(length(words)),
          draft: working,
        };
      }
      case "threads.in_scene":
        return { scene: SCENE, text: "version", version: fake.versions.length, hash: "", anchors: [] };
      case "scene.spans":
        return { scene: SCENE, version: fake.versions.length, spans: [] };
      case "scene.save_draft":
        if (typeof fields.text === "string") draft = fields.text;
        return { scene: SCENE };
      case "scene.save":
        fake.versions.push(fields.text as string);
        draft = null;
        return {
          scene: SCENE,
          version: fake.versions.length,
          branch: 0,
          branched: false,
          unchanged: false,
        };
      case "prose.count":
        return { rule: "standard", total: 0, counts: totals(length(fields.text as string)), classes: {} };
      case "scene.locate":
        return { range: fake.located, method: "diff3", confidence: 1, excerpt: null };
      case "prose.edits":
        return editsOf(fields.old as string, fields.new as string);
      case "generation.list":
        return { generations: fake.stored };
      case "generation.decide":
        return {};
      case "context.preview":
        return fake.preview;
      case "providers.list":
      case "providers.consent":
        return {
          providers: [{ provider: { id: "local", name: "Ollama" } }],
          routes: { default: null, tasks: {} },
        };
      case "manuscript.outline":
        return outline();
      case "manuscript.part":
        return {
          title: "",
          synopsis: "渡口，雨夜。",
          status: "drafting",
          target: null,
          goal: "",
          plan: null,
          scenes: [],
        };
      default:
        return {};
    }
  };
  const ask = async (name: string, request: unknown): Promise<unknown> => {
    fake.asked.push({ name, request });
    const refused = fake.refused.get(name);
    if (refused !== undefined) throw refused;
    return answer(name, request as never);
  };
  const send = (event: StreamItem["event"]) => listener?.({ seq: 0, event });

  const fake: FakeDrafting = {
    asked: [],
    kept: () => draft ?? fake.versions.at(-1) ?? "",
    versions: [text],
    stored: [],
    preview: null,
    located: null,
    refused: new Map(),
    running: 0,
    tell: (told) => send({ type: "generation", told }),
    show: (generation, ...pieces) => {
      for (const piece of pieces) {
        const all = (shown.get(generation) ?? "") + piece;
        shown.set(generation, all);
        fake.tell({ type: "shown", generation, text: piece, counted: length(all) });
      }
    },
    end: (generations) => {
      send({ type: "done", answer: { generations } as never });
      close?.();
    },
    fail: (error) => {
      send({ type: "failed", error });
      close?.();
    },
  };
  chooseHost({
    call: ask,
    stream: (name, request, onItem) => {
      fake.asked.push({ name, request });
      const refused = fake.refused.get(name);
      onItem({ seq: 0, event: { type: "started", job: 7 } });
      if (refused !== undefined) {
        onItem({ seq: 1, event: { type: "failed", error: refused } });
        return Promise.resolve();
      }
      fake.running += 1;
      listener = onItem;
      return new Promise<void>((resolve) => {
        close = () => {
          fake.running -= 1;
          listener = null;
          resolve();
        };
      });
    },
  });
  return fake;
}

/** One chapter with the scene. */
export function outline(title = "第三章 渡口") {
  const counts = totals(10);
  const scene = { id: SCENE, title: "", status: "drafting", version: 1, counts };
  const chapter = { id: 9, title, status: "drafting", target: null, counts, scenes: [scene] };
  return { volumes: [{ id: 1, title: "", counts, chapters: [chapter] }] };
}

/** The requests of a command. */
export function requestsOf<T = Record<string, unknown>>(fake: FakeDrafting, name: string): T[] {
  return fake.asked.filter((one) => one.name === name).map(({ request }) => request as T);
}

export function consentNeeded(): Failure {
  return failure("consent_needed", {
    details: { provider: "local", origin: "https://api.example.com" },
  });
}

export function generateOf(change: Partial<Generate> = {}): Generate {
  return { scene: SCENE, act: "continue", range: { start: 0, end: 0 }, ...change };
}
