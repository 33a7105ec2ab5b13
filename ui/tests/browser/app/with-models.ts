// A window with models behind it: the scripted server, providers that use it, and the bar of a proposal.
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { zh } from "@/features/drafting/words";
import type { GenerationCard, GenerationList, Provider, Providers, Routes } from "@/ipc/types";
import { type ModelServer, type Recorded, startModelServer } from "../../model-server";
import type { App } from "./harness";

/** Starts a server for this test file; each test gives it a script. */
export function withModels(): { server: () => ModelServer } {
  let server: ModelServer | undefined;
  beforeAll(async () => {
    server = await startModelServer();
  });
  afterAll(async () => server?.close());
  return {
    server: () => {
      if (server === undefined) throw new Error("the server has not started yet");
      return server;
    },
  };
}

export const MODEL = "scripted";

/** A provider at an address, with one model. */
export function provider(id: string, url: string, more: Partial<Provider> = {}): Provider {
  return {
    id,
    name: id,
    preset: "custom",
    base_url: url,
    headers: {},
    timeouts: { connect: 5, first_token: 20, idle: 10, total: 600 },
    models: [{ name: MODEL, context_tokens: 32_000, price: null }],
    abilities: null,
    mask_names: false,
    ...more,
  };
}

/**
 * Sets up providers as the author would: with consent, without further questions, and with a default route through
 * all of them in order.
 */
export async function setUp(app: Pick<App, "call">, ...providers: Provider[]): Promise<void> {
  for (const one of providers) {
    await app.call<Providers>("providers.save", { provider: one });
    await app.call<Providers>("providers.consent", { id: one.id, agreed: true });
    await app.call<Providers>("providers.set_unasked", { id: one.id, model: MODEL, tokens: 1_000_000 });
  }
  const targets = providers.map(({ id }) => ({ provider: id, model: MODEL, parameters: {} }));
  const routes: Routes = { default: { targets, fallback: true }, tasks: {} };
  await app.call<Providers>("providers.set_routes", { routes });
}

/** The requests for text, without those of a connection test. */
export async function chats(server: ModelServer, from = 0): Promise<Recorded[]> {
  return (await server.requests()).slice(from).filter(({ path }) => path.endsWith("/chat/completions"));
}

/** The bar of the proposal of an act. */
export function barOf(app: App, act: keyof typeof zh.acts, words = zh): Locator {
  const name = words.bar.label.replace("{{act}}", words.acts[act]);
  return app.page.getByRole("region", { name, exact: true });
}

/** Waits until the bar shows the progress of the act. */
export async function says(bar: Locator, words: string): Promise<void> {
  await bar.getByTestId("state").getByText(words, { exact: true }).waitFor({ timeout: 20_000 });
}

/** The text that arrives or is proposed, without the author's. */
export function proposed(app: App): Promise<string> {
  return app.page.evaluate(() =>
    [...document.querySelectorAll("main .cm-proposal-arriving, main .cm-proposal-inserted")]
      .map(
        (one) =>
          [...one.querySelectorAll(".cm-proposal-paragraph")].map((p) => p.textContent).join("\n") ||
          one.textContent,
      )
      .join("\n"),
  );
}

/** Starts an act by its command; the command itself ends with the text. */
export async function begin(app: App, command: string): Promise<void> {
  await app.page.evaluate((id) => void window.wenfang.run(id), command);
}

/** Waits until some words have arrived. */
export async function streaming(app: App, words: string): Promise<void> {
  await app.page.locator("main .cm-proposal-arriving", { hasText: words }).waitFor({ timeout: 20_000 });
}

/** How the last request for text ended; null while it is active. */
export async function ended(server: ModelServer): Promise<Recorded["ended"]> {
  return (await chats(server)).at(-1)?.ended ?? null;
}

/** The stored text and draft of a scene. */
export async function stored(app: App, scene: number): Promise<{ text: string; draft: string | null }> {
  const read = await app.call<{ text: string; draft: { text: string } | null }>("scene.text", { scene });
  return { text: read.text, draft: read.draft?.text ?? null };
}

/** The newest generation of a scene, with its receipt. */
export async function newest(app: App, scene: number): Promise<GenerationCard> {
  const { generations } = await app.call<GenerationList>("generation.list", { scene });
  const [last] = generations;
  if (last === undefined) throw new Error("nothing was generated");
  return app.call<GenerationCard>("generation.get", { generation: last.id });
}

/** Puts the caret behind some words of the text, or selects them. */
export async function at(app: App, words: string, how: "behind" | "select" = "behind"): Promise<void> {
  const text = await app.text();
  const from = text.indexOf(words);
  expect(from, `${words} is in the text`).toBeGreaterThanOrEqual(0);
  await app.editor().click();
  await app.page.keyboard.press("ControlOrMeta+Home");
  const steps = [...text.slice(0, how === "behind" ? from + words.length : from)].length;
  for (let step = 0; step < steps; step += 1) await app.page.keyboard.press("ArrowRight");
  if (how === "behind") return;
  for (let step = 0; step < [...words].length; step += 1) await app.page.keyboard.press("Shift+ArrowRight");
}
