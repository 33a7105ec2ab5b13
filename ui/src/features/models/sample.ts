// Sample model setups for stories and tests.
import type {
  Model,
  PresetFacts,
  ProbeReport,
  ProbeStep,
  Provider,
  Providers,
  ProviderView,
} from "@/ipc/types";

const facts = (preset: PresetFacts["preset"], name: string, base_url: string): PresetFacts => ({
  preset,
  name,
  base_url,
  needs_key: true,
  host: "public",
  note: null,
});

const local = (preset: PresetFacts["preset"], name: string, base_url: string): PresetFacts => ({
  ...facts(preset, name, base_url),
  needs_key: false,
  host: "loopback",
});

/** The presets of the backend. */
export const PRESETS: PresetFacts[] = [
  facts("openai", "OpenAI", "https://api.openai.com/v1"),
  { ...facts("anthropic", "Anthropic", "https://api.anthropic.com/v1"), note: "answers_without_format" },
  facts("gemini", "Gemini", "https://generativelanguage.googleapis.com/v1beta/openai"),
  { ...facts("azure", "Azure OpenAI", ""), note: "address_of_resource" },
  facts("deepseek", "DeepSeek", "https://api.deepseek.com/v1"),
  {
    ...facts("dashscope", "通义", "https://dashscope.aliyuncs.com/compatible-mode/v1"),
    note: "thinking_has_own_fields",
  },
  {
    ...facts("volcengine", "豆包", "https://ark.cn-beijing.volces.com/api/v3"),
    note: "name_of_endpoint",
  },
  { ...facts("moonshot", "Moonshot", "https://api.moonshot.cn/v1"), note: "fixed_temperature" },
  facts("zhipu", "智谱", "https://open.bigmodel.cn/api/paas/v4"),
  { ...facts("siliconflow", "硅基流动", "https://api.siliconflow.cn/v1"), note: "depends_on_model" },
  { ...facts("openrouter", "OpenRouter", "https://openrouter.ai/api/v1"), note: "depends_on_model" },
  { ...local("ollama", "Ollama", "http://127.0.0.1:11434/v1"), note: "window_is_set_in_the_server" },
  local("lm_studio", "LM Studio", "http://127.0.0.1:1234/v1"),
  { ...local("llama_cpp", "llama.cpp", "http://127.0.0.1:8080/v1"), note: "schema_may_be_ignored" },
  { ...local("vllm", "vLLM", "http://127.0.0.1:8000/v1"), note: "depends_on_model" },
  { ...facts("custom", "", ""), needs_key: false },
];

export function sampleModel(name: string, change: Partial<Model> = {}): Model {
  return { name, context_tokens: null, price: null, ...change };
}

/** A provider; its address decides whether it is on this machine. */
export function sampleView(
  id: string,
  change: Partial<Provider> = {},
  more: Partial<Omit<ProviderView, "provider">> = {},
): ProviderView {
  const known = PRESETS.find(({ preset }) => preset === (change.preset ?? id)) ?? PRESETS.at(-1);
  const provider: Provider = {
    id,
    name: known?.name ?? id,
    preset: known?.preset ?? "custom",
    base_url: known?.base_url || "https://models.example.com/v1",
    headers: {},
    timeouts: { connect: 10, first_token: 120, idle: 60, total: 1800 },
    models: [],
    abilities: null,
    mask_names: false,
    ...change,
  };
  return {
    provider,
    key: { set: false, last_four: null, elsewhere: null },
    origin: originOf(provider.base_url),
    host: known?.host ?? "public",
    needs_key: known?.needs_key ?? false,
    consented: false,
    unasked: {},
    assumed_window: known?.host === "public" ? 32_768 : 8_192,
    ...more,
  };
}

export function originOf(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return `${protocol}//${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`;
}

export function sampleSetUp(change: Partial<Providers> = {}): Providers {
  return {
    providers: [],
    routes: { default: null, tasks: {} },
    ceilings: { per_run: null, per_month: null },
    keys: { place: "keychain", ready: true, file_exists: false, trouble: null },
    presets: PRESETS,
    ...change,
  };
}

/** One service with a key, one local server, a route over both. */
export function busySetUp(): Providers {
  return sampleSetUp({
    providers: [
      sampleView(
        "deepseek",
        {
          models: [
            sampleModel("deepseek-chat", {
              context_tokens: 128_000,
              price: { currency: "CNY", input: 2_000_000, cached_input: 200_000, output: 3_000_000 },
            }),
            sampleModel("deepseek-reasoner", { context_tokens: 128_000 }),
          ],
          abilities: { json_schema: false, json_mode: true },
        },
        { key: { set: true, last_four: "7f3a", elsewhere: null }, consented: true },
      ),
      sampleView("ollama", { models: [sampleModel("qwen3:14b", { context_tokens: 32_768 })] }),
    ],
    routes: {
      default: {
        targets: [
          { provider: "deepseek", model: "deepseek-chat", parameters: { temperature: 1.1 } },
          { provider: "ollama", model: "qwen3:14b", parameters: {} },
        ],
        fallback: true,
      },
      tasks: {
        title: {
          targets: [{ provider: "ollama", model: "qwen3:14b", parameters: {} }],
          fallback: true,
        },
      },
    },
    ceilings: {
      per_run: { currency: "CNY", micros: 500_000 },
      per_month: { currency: "USD", micros: 20_000_000 },
    },
  });
}

const OK: ProbeStep = { verdict: "ok", message: null };
const UNKNOWN: ProbeStep = { verdict: "unknown", message: null };

/** A server that supports everything except schemas. */
export function goodReport(change: Partial<ProbeReport> = {}): ProbeReport {
  return {
    reachable: OK,
    models: OK,
    streaming: OK,
    json_schema: { verdict: "no", message: "the schema was accepted but not obeyed" },
    json_mode: OK,
    tools: { verdict: "unknown", message: "the model answered without the tool" },
    model_names: ["deepseek-chat", "deepseek-reasoner"],
    latency_ms: 640,
    dropped_parameters: [],
    ...change,
  };
}

/** An unreachable server. */
export const deadReport: ProbeReport = {
  reachable: { verdict: "no", message: "tcp connect error: Connection refused (os error 111)" },
  models: { verdict: "no", message: "tcp connect error: Connection refused (os error 111)" },
  streaming: UNKNOWN,
  json_schema: UNKNOWN,
  json_mode: UNKNOWN,
  tools: UNKNOWN,
  model_names: [],
  latency_ms: null,
  dropped_parameters: [],
};
