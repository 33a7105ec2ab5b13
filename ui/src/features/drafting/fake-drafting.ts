// A fake backend with one scene and a scripted model, for tests and stories.
import { type Asked, failure } from "@/ipc/fake-host";
import { chooseHost, type Host } from "@/ipc/host";
import type {
  CharRange,
  ContextPreview,
  Failure,
  Generate,
  GenerationEvent,
  GenerationView,
  Hunk,
  JsonValue,
  ProfileList,
  ProfilePreview,
  RunEstimate,
  RunningTurn,
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

/** The scene and the model, as tests set them up and see them. */
export interface FakeDrafting {
  asked: Asked[];
  /** The stored text of the scene. */
  kept: () => string;
  /** The text that is not a version yet. */
  draft: string | null;
  versions: string[];
  stored: GenerationView[];
  /** The steps that the next text gets. */
  planned: ProfilePreview;
  /** The turns that run in the scene. */
  turns: RunningTurn[];
  preview: ContextPreview | null;
  /** The backend's answer for an edited passage. */
  located: CharRange | null;
  /** How the texts came about. */
  report: JsonValue;
  profiles: ProfileList | null;
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

type Fields = Record<string, unknown>;

/** The text of a version of the scene, or of its newest one with the draft. */
function sceneText({ versions, draft }: FakeDrafting, asked: number | undefined) {
  const version = asked ?? versions.length;
  const text = versions[version - 1] ?? "";
  const working =
    draft === null || asked !== undefined
      ? null
      : { base: version, branch: 0, saved: false, text: draft, updated_at: 0 };
  return { scene: SCENE, version, branch: 0, text, counts: totals(length(text)), draft: working };
}

const PROVIDERS = {
  providers: [{ provider: { id: "local", name: "Ollama" } }],
  routes: { default: null, tasks: {} },
};

/** What the backend answers; nothing to other commands. */
const ANSWERS: Readonly<Record<string, (fake: FakeDrafting, fields: Fields) => unknown>> = {
  "scene.text": (fake, { version }) => sceneText(fake, (version ?? undefined) as number | undefined),
  "scene.spans": ({ versions }) => ({ scene: SCENE, version: versions.length, spans: [] }),
  "scene.save_draft": (fake, { text }) => {
    if (typeof text === "string") fake.draft = text;
    return { scene: SCENE };
  },
  "scene.save": (fake, { text }) => {
    fake.versions.push(text as string);
    fake.draft = null;
    return { scene: SCENE, version: fake.versions.length, branch: 0, branched: false, unchanged: false };
  },
  "scene.locate": ({ located }) => ({ range: located, method: "diff3", confidence: 1, excerpt: null }),
  "threads.in_scene": ({ versions }) => ({
    scene: SCENE,
    text: "version",
    version: versions.length,
    hash: "",
    anchors: [],
  }),
  "prose.count": (_, { text }) => ({
    rule: "standard",
    total: 0,
    counts: totals(length(text as string)),
    classes: {},
  }),
  "prose.edits": (_, fields) => editsOf(fields.old as string, fields.new as string),
  "generation.list": ({ stored }) => ({ generations: stored }),
  "generation.running": ({ turns }) => ({ turns }),
  "generation.report": ({ report }) => report,
  "pipeline.list": ({ profiles }) => profiles ?? {},
  "context.preview": ({ preview }) => preview,
  "pipeline.preview": ({ planned }, { request }) => {
    const { skip = [] } = request as Generate;
    const steps = planned.steps.map((step) => {
      const isOut = skip.includes(step.step);
      return { ...step, left_out: isOut, adds: step.adds && !isOut };
    });
    const takes = steps.every(({ left_out }) => left_out) ? planned.text : planned.takes;
    return { ...planned, steps, takes };
  },
  "providers.list": () => PROVIDERS,
  "providers.consent": () => PROVIDERS,
  "manuscript.outline": () => outline(),
  "manuscript.part": () => ({
    title: "",
    synopsis: "渡口，雨夜。",
    status: "drafting",
    target: null,
    goal: "",
    plan: null,
    scenes: [],
  }),
};

const asking = (requests: number, prompt_tokens: number, answer_tokens: number): RunEstimate => ({
  cost: null,
  may_cost: true,
  asks: { models: ["qwen3:14b"], requests, prompt_tokens, answer_tokens },
});

/** No steps around a text. */
const PLAIN_PLANNED: ProfilePreview = {
  profile: "plain",
  title: { zh: "直接写", en: "Plain" },
  level: "default",
  gone: [],
  steps: [],
  text: asking(1, 1_240, 1_400),
  takes: asking(1, 1_240, 1_400),
};

/** Notes by a model before a text, of which the price is unknown. */
export function plannedNotes(): ProfilePreview {
  const takes = asking(1, 1_600, 400);
  const step = { step: "notes", title: { zh: "写前笔记", en: "Working Notes" }, phase: "pre" } as const;
  const rest = { handler: "work_notes", required: false, asks: true, surface: null, left_out: false };
  const target = { provider: "local", provider_name: "Ollama", model: "qwen3:14b", consented: true };
  const system = { role: "system", content: "你替一部长篇小说的作者做动笔前的准备。" } as const;
  const user = { role: "user", content: "落笔处之前的正文：\n雨下了一夜。" } as const;
  const request = {
    target: { ...target, origin: "http://localhost:11434", unasked: 0 },
    messages: [system, user],
    tokens: 1_600,
  };
  const about = { missing: [], requests: [request], adds: true };
  const title = { zh: "细写", en: "Careful" };
  const whole = { text: asking(1, 1_240, 1_400), takes: asking(2, 2_840, 1_800) };
  return {
    ...PLAIN_PLANNED,
    title,
    level: "novel",
    steps: [{ ...step, ...rest, ...about, takes }],
    ...whole,
  };
}

/** The stream of the running request. */
interface Running {
  listener: ((item: StreamItem) => void) | null;
  close: () => void;
}

/** Installs a host with the scene and the model. */
export function fakeDrafting(text: string): FakeDrafting {
  const current: Running = { listener: null, close: () => undefined };
  const shown = new Map<number, string>();
  const send = (event: StreamItem["event"]) => current.listener?.({ seq: 0, event });
  const fake: FakeDrafting = {
    asked: [],
    kept: () => fake.draft ?? fake.versions.at(-1) ?? "",
    draft: null,
    versions: [text],
    stored: [],
    turns: [],
    planned: PLAIN_PLANNED,
    preview: null,
    located: null,
    report: null,
    profiles: null,
    refused: new Map(),
    running: 0,
    tell: (event) => send({ type: "generation", event }),
    show: (generation, ...pieces) => {
      for (const piece of pieces) {
        const all = (shown.get(generation) ?? "") + piece;
        shown.set(generation, all);
        fake.tell({ type: "shown", generation, text: piece, counted: length(all) });
      }
    },
    end: (generations) => {
      send({ type: "done", answer: { generations } as never });
      current.close();
    },
    fail: (error) => {
      send({ type: "failed", error });
      current.close();
    },
  };
  chooseHost(hostOf(fake, current));
  return fake;
}

function hostOf(fake: FakeDrafting, current: Running): Host {
  return {
    call: async (name, request) => {
      fake.asked.push({ name, request });
      const refused = fake.refused.get(name);
      if (refused !== undefined) throw refused;
      const answer = ANSWERS[name];
      return answer === undefined ? {} : answer(fake, request as Fields);
    },
    stream: (name, request, onItem) => {
      fake.asked.push({ name, request });
      const refused = fake.refused.get(name);
      onItem({ seq: 0, event: { type: "started", job: 7 } });
      if (refused !== undefined) {
        onItem({ seq: 1, event: { type: "failed", error: refused } });
        return Promise.resolve();
      }
      fake.running += 1;
      current.listener = onItem;
      return new Promise<void>((resolve) => {
        current.close = () => {
          fake.running -= 1;
          current.listener = null;
          current.close = () => undefined;
          resolve();
        };
      });
    },
  };
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
