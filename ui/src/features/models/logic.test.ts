// @vitest-environment node
// The values behind the dialog: numbers, prices, routes, ids, and navigation.
import { describe, expect, it } from "vitest";
import { toMicros } from "@/components/money";
import { readFigure } from "@/components/typed-figure";
import { failure } from "@/ipc/fake-host";
import type { ProviderView, Routes } from "@/ipc/types";
import { isPriced } from "./ceilings-page";
import { headersOf } from "./extras";
import { shortTokens } from "./figures";
import { priceWith } from "./model-row";
import { placeOf } from "./place";
import { lacksKeys, missingPart } from "./place-list";
import { freeId, newProvider, sortPresets } from "./presets";
import { hasAnswered } from "./probe";
import { shownSteps } from "./probe-report";
import { refusalOf, remarkOf } from "./refusals";
import { isDefault, leadsTo, moved, shownTasks, withDefault, without, withRoute } from "./routes";
import { busySetUp, deadReport, goodReport, PRESETS, sampleSetUp, sampleView } from "./sample";
import { filterModels } from "./served-list";
import { readExtra, withParameter } from "./target-parameters";

describe("numbers", () => {
  it("are parsed as typed", () => {
    const cases: [string, number | null | undefined][] = [
      ["", null],
      [" ", null],
      ["0.5", 0.5],
      [".5", 0.5],
      ["2.", 2],
      ["８１９２", 8192],
      ["128,000", 128_000],
      ["128k", 128_000],
      ["1.5M", 1_500_000],
      ["-1", undefined],
      ["1e3", undefined],
      ["两块", undefined],
    ];
    for (const [typed, read] of cases) expect(readFigure(typed), typed).toBe(read);
  });

  it("of tokens are abbreviated if nothing is lost", () => {
    expect([8192, 128_000, 32_768, 1_000_000, 1_500_000].map(shortTokens)).toEqual([
      "8192",
      "128k",
      "32768",
      "1M",
      "1.5M",
    ]);
  });

  it("of money are exact in millionths", () => {
    expect(toMicros(0.1 + 0.2)).toBe(300_000);
    expect(toMicros(0.0028)).toBe(2800);
  });
});

describe("a price", () => {
  it("starts with any of its numbers, and cached defaults to input", () => {
    expect(priceWith(null, "CNY", { input: 2_000_000 })).toEqual({
      currency: "CNY",
      input: 2_000_000,
      cached_input: 2_000_000,
      output: 0,
    });
  });

  it("changes one number, and is null when all are empty", () => {
    const price = { currency: "USD", input: 1, cached_input: 1, output: 4 };
    expect(priceWith(price, "USD", { output: 5 })).toEqual({ ...price, output: 5 });
    expect(priceWith(price, "USD", { cached_input: null })).toEqual({ ...price, cached_input: 1 });
    expect(priceWith({ ...price, input: 0, output: 0 }, "USD", { cached_input: null })).not.toBeNull();
    expect(priceWith(null, "USD", { cached_input: null })).toBeNull();
  });

  it("makes a ceiling effective only in its currency", () => {
    expect(isPriced(busySetUp(), "CNY")).toBe(true);
    expect(isPriced(busySetUp(), "USD")).toBe(false);
  });
});

describe("routes", () => {
  const routes = busySetUp().routes;

  it("get a default model in front, keeping its parameters", () => {
    const next = withDefault(routes, "ollama", "qwen3:14b");
    expect(next.default?.targets.map(({ model }) => model)).toEqual(["qwen3:14b", "deepseek-chat"]);
    expect(next.default?.targets[1]?.parameters).toEqual({ temperature: 1.1 });
    expect(isDefault(next, "ollama", "qwen3:14b")).toBe(true);
    const none: Routes = { default: null, tasks: {} };
    expect(withDefault(none, "a", "b").default).toEqual({
      targets: [{ provider: "a", model: "b", parameters: {} }],
      fallback: true,
    });
  });

  it("lose a removed model everywhere", () => {
    expect(leadsTo(routes, "ollama")).toBe(true);
    const remaining = without(routes, "ollama", "qwen3:14b");
    expect(leadsTo(remaining, "ollama")).toBe(false);
    expect(remaining.default?.targets).toHaveLength(1);
    expect(remaining.tasks.title?.targets).toEqual([]);
  });

  it("of a task are set and removed", () => {
    const own = { targets: [], fallback: false };
    expect(withRoute(routes, "plan", own).tasks.plan).toBe(own);
    expect("title" in withRoute(routes, "title", null).tasks).toBe(false);
    expect(withRoute(routes, null, null).default).toBeNull();
  });

  it("are shown for tasks in use, and for others that have one", () => {
    expect(shownTasks(routes)).toEqual(["draft", "rewrite", "plan", "title", "retrieve"]);
    const later = withRoute(routes, "check", { targets: [], fallback: true });
    expect(shownTasks(later)).toContain("check");
  });

  it("move a model within bounds", () => {
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(moved(["a", "b"], 0, 1)).toEqual(["b", "a"]);
    expect(moved(["a", "b"], 1, 2)).toEqual(["a", "b"]);
  });
});

describe("presets", () => {
  it("list this machine first and the unknown last", () => {
    const names = sortPresets(PRESETS).map(({ preset }) => preset);
    expect(names.slice(0, 4)).toEqual(["ollama", "lm_studio", "llama_cpp", "vllm"]);
    expect(names.at(-1)).toBe("custom");
  });

  it("get a free id", () => {
    expect(freeId("lm_studio", [])).toBe("lm-studio");
    expect(freeId("ollama", [sampleView("ollama"), sampleView("ollama-2")])).toBe("ollama-3");
  });

  it("default to the host as name, with longer timeouts on this machine", () => {
    const custom = PRESETS.find(({ preset }) => preset === "custom") ?? PRESETS[0];
    const ollama = PRESETS.find(({ preset }) => preset === "ollama") ?? PRESETS[0];
    if (custom === undefined || ollama === undefined) throw new Error("no presets");
    const created = newProvider(custom, { id: "custom", name: " ", address: " https://llm.example.com/v1 " });
    expect(created).toMatchObject({ name: "llm.example.com", base_url: "https://llm.example.com/v1" });
    expect(newProvider(ollama, { id: "o", name: "O", address: "http://x" }).timeouts.first_token).toBe(300);
  });
});

describe("the current place", () => {
  const busy = busySetUp();
  it("is where the dialog was opened", () => {
    expect(placeOf(null, { name: "models" }, sampleSetUp())).toEqual({ at: "add" });
    expect(placeOf(null, { name: "models" }, busy)).toEqual({ at: "provider", id: "deepseek" });
    expect(placeOf(null, { name: "models", section: "keys" }, busy)).toEqual({ at: "keys" });
    expect(placeOf(null, { name: "models", preset: "ollama" }, busy)).toEqual({
      at: "new",
      preset: "ollama",
    });
    expect(placeOf(null, { name: "models", preset: "no such" }, busy).at).toBe("provider");
  });

  it("is the first provider after one was removed", () => {
    const gone = { at: "provider", id: "gone" } as const;
    expect(placeOf(gone, { name: "models", section: "keys" }, busy)).toEqual({
      at: "provider",
      id: "deepseek",
    });
  });
});

describe("a test", () => {
  it("shows the meaningful steps", () => {
    expect(shownSteps(deadReport, "m")).toEqual(["reachable"]);
    expect(shownSteps(goodReport(), null)).toEqual(["reachable", "models"]);
    expect(shownSteps(goodReport(), "m")).toHaveLength(6);
  });

  it("succeeds when the model answered", () => {
    expect(hasAnswered(goodReport())).toBe(true);
    expect(hasAnswered(deadReport)).toBe(false);
    const inOnePiece = { verdict: "no", message: "the answer comes in one piece" } as const;
    expect(hasAnswered(goodReport({ streaming: inOnePiece }))).toBe(true);
  });
});

describe("messages of the backend", () => {
  it("are translated where known", () => {
    expect(refusalOf({ details: { refusal: "url" } })?.key).toBe("refusals.url");
    expect(refusalOf({ details: { refusal: "secret_header", name: "X-Api-Key" } })).toEqual({
      key: "refusals.secret_header",
      name: "X-Api-Key",
    });
    expect(refusalOf({ details: null })).toBeNull();
    expect(refusalOf({ details: { refusal: "of another release" } })).toBeNull();
    expect(remarkOf("the answer is empty")).toBe("remarks.empty");
    expect(remarkOf("invalid api key")).toBeNull();
  });
});

describe("lists and fields", () => {
  it("of served models are filtered by every word", () => {
    const names = ["openai/gpt", "qwen/qwen3-14b", "qwen/qwen3-32b", "my-qwen3-14b"];
    expect(filterModels(names, "qwen3 14b")).toEqual(["qwen/qwen3-14b", "my-qwen3-14b"]);
    expect(filterModels(names, "QWEN")[0]).toBe("qwen/qwen3-14b");
    expect(filterModels(names, "")).toEqual(names);
  });

  it("of headers omit unnamed rows", () => {
    expect(
      headersOf([
        { name: " X-Title ", value: " 文房" },
        { name: "", value: "x" },
      ]),
    ).toEqual({ "X-Title": "文房" });
  });

  it("of extra parameters are an object or nothing", () => {
    expect(readExtra('{"enable_thinking": false}')).toEqual({ enable_thinking: false });
    expect(readExtra(" ")).toBeNull();
    expect(readExtra("[1]")).toBeUndefined();
    expect(readExtra("{")).toBeUndefined();
    expect(withParameter({ temperature: 1 }, "temperature", null)).toEqual({});
  });
});

describe("a key for another address", () => {
  it("counts as missing, even if the server needs none", () => {
    const elsewhere = { key: { set: false, last_four: null, elsewhere: "https://old.example.com:443" } };
    expect(missingPart(sampleView("deepseek", {}, elsewhere), true)).toBe("key");
    expect(missingPart(sampleView("custom", {}, elsewhere), true)).toBe("key");
    expect(missingPart(sampleView("ollama"), true)).toBe("models");
  });
});

describe("unusable keys", () => {
  const trouble = failure("no_keychain");
  const keys = { place: "keychain", ready: false, file_exists: false, trouble } as const;
  const lacking = (...providers: ProviderView[]) => lacksKeys(sampleSetUp({ keys, providers }));

  it("are flagged only if a provider needs one", () => {
    expect(lacking()).toBe(false);
    expect(lacking(sampleView("ollama"))).toBe(false);
    expect(lacking(sampleView("ollama"), sampleView("deepseek"))).toBe(true);
    expect(
      lacking(sampleView("custom", {}, { key: { set: true, last_four: "7f3a", elsewhere: null } })),
    ).toBe(true);
    expect(lacksKeys(sampleSetUp({ providers: [sampleView("deepseek")] }))).toBe(false);
  });
});
