// Streaming text from a model: the time from writing a piece on the model's socket to the frame that shows it in the
// window, beside the same pieces written into a plain `div` by a page that calls the same server; and the time of a
// key meanwhile.
//
// The clocks of the two processes are compared before each round. A piece is shown by the first frame in which the
// text is as long as all pieces up to it; its time is that of a message handled after this frame.
import type { Page } from "playwright-core";
import type { Running } from "../tests/browser/app/loopback";
import { type Deltas, MODEL, now } from "./deltas";
import { type Add, over, p50, p95 } from "./figures";
import { goToMiddle, typeKeys } from "./typing";

const PROVIDER = "bench";
/** 字 that are wanted where the stream must not end early. */
const MUCH = 1_400;
/** Where it is typed: some paragraphs before the proposal, both in sight. */
const BEFORE = -300;

export interface DraftingTimes {
  shown: number[][];
  plain: number[][];
  alone: number[][];
  meanwhile: number[][];
}

export const noTimes = (): DraftingTimes => ({ shown: [], plain: [], alone: [], meanwhile: [] });

/** Sets the server up as the model of a program. */
export async function setModel(running: Running, deltas: Deltas): Promise<void> {
  await running.call("providers.save", {
    provider: {
      id: PROVIDER,
      name: PROVIDER,
      preset: "custom",
      base_url: `${deltas.origin}/v1`,
      headers: {},
      timeouts: { connect: 10, first_token: 60, idle: 60 },
      models: [{ name: MODEL, context_tokens: null, price: null }],
      abilities: null,
    },
  });
  const route = { fallback: false, targets: [{ provider: PROVIDER, model: MODEL, parameters: {} }] };
  await running.call("providers.set_routes", { routes: { default: route, tasks: {} } });
  await running.call("providers.consent", { id: PROVIDER, agreed: true });
}

/** Wants so much of the open scene that a stream goes on while it is typed. */
export async function wantMore(running: Running, page: Page): Promise<void> {
  const scene = await page.evaluate(() => window.wenfang.scene());
  const length = await page.evaluate(() => window.wenfang.writing().length());
  await running.call("manuscript.describe", { part: { scene }, target: length + MUCH });
}

/** What the clock of the page has more than ours, ms: by the quickest of some questions. */
async function ahead(page: Page): Promise<number> {
  let best = { took: Number.POSITIVE_INFINITY, ahead: 0 };
  for (let turn = 0; turn < 20; turn += 1) {
    const before = now();
    const there = await page.evaluate(() => performance.timeOrigin + performance.now());
    const took = now() - before;
    if (took < best.took) best = { took, ahead: there - (before + took / 2) };
  }
  return best.ahead;
}

/** Notes how long the text of an element is in each frame that shows more of it. */
async function watch(page: Page, selector: string): Promise<void> {
  await page.evaluate((selector) => {
    const place = document.querySelector(selector);
    if (place === null) throw new Error(`${selector} is not there`);
    const frames: [number, number][] = [];
    const after = (then: () => void) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    };
    // Text written within a frame is shown by this frame, anything else by the next.
    const given = window.requestAnimationFrame;
    const asks = given.bind(window);
    let within = false;
    window.requestAnimationFrame = (callback) =>
      asks((time) => {
        within = true;
        after(() => {
          within = false;
        });
        callback(time);
      });
    const note = () => {
      const { length } = (place.textContent ?? "").replaceAll("\n", "");
      after(() => frames.push([length, performance.timeOrigin + performance.now()]));
    };
    const observer = new MutationObserver(() => (within ? note() : asks(note)));
    observer.observe(place, { childList: true, characterData: true, subtree: true });
    Object.assign(window, {
      shownFrames: () => {
        observer.disconnect();
        window.requestAnimationFrame = given;
        return frames;
      },
    });
  }, selector);
}

const frames = (page: Page) =>
  page.evaluate(() => (window as unknown as { shownFrames(): [number, number][] }).shownFrames());

/** From the write of each piece to its frame. */
async function delays(page: Page, deltas: Deltas): Promise<number[]> {
  const before = await ahead(page);
  const stamps = await deltas.stream();
  const shown = await frames(page);
  let length = 0;
  return deltas.pieces.map((piece, at) => {
    length += piece.replaceAll("\n", "").length;
    const frame = shown.find(([seen]) => seen >= length);
    if (frame === undefined) throw new Error(`piece ${at} was never shown`);
    return frame[1] - before - (stamps[at] ?? Number.NaN);
  });
}

/** Has the model go on in the middle of the text; answers when its text is about to come. */
async function begin(page: Page, deltas: Deltas): Promise<void> {
  await page.bringToFront();
  await goToMiddle(page);
  await page.evaluate(() => void window.wenfang.run("drafting.continue"));
  await deltas.asked();
  await page.locator(".cm-proposal-arriving").waitFor();
  await page.waitForTimeout(300);
}

/** Leaves the text, so that the next round begins as this one did. */
async function leave(page: Page): Promise<void> {
  await goToMiddle(page);
  await page.locator("[data-hunk]").first().waitFor({ state: "attached" });
  await page.evaluate(() => window.wenfang.run("drafting.reject_all"));
  await page.locator("[data-hunk]").first().waitFor({ state: "detached" });
}

/** A text that comes into the window. */
async function shownIn(page: Page, deltas: Deltas): Promise<number[]> {
  await begin(page, deltas);
  await watch(page, ".cm-proposal-arriving");
  const times = await delays(page, deltas);
  await leave(page);
  return times;
}

/** The same pieces in a page that does nothing else. */
async function plainIn(page: Page, deltas: Deltas): Promise<number[]> {
  await page.bringToFront();
  await page.goto(deltas.page);
  await page.evaluate(async () => {
    const place = document.querySelector("div");
    const text = document.createTextNode("");
    place?.append(text);
    const answer = await fetch("/v1/chat/completions", { method: "POST", body: "{}" });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const read = async () => {
      let rest = "";
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done || value === undefined) return;
        const lines = (rest + value).split("\n\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (line === "data: [DONE]") return;
          const { choices } = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] };
          text.appendData(choices[0]?.delta.content ?? "");
        }
      }
    };
    void read();
  });
  await deltas.asked();
  await watch(page, "div");
  return delays(page, deltas);
}

/** What a key takes with a text coming in, some paragraphs below. */
async function typedMeanwhile(page: Page, deltas: Deltas): Promise<number[]> {
  await begin(page, deltas);
  const streamed = deltas.stream();
  await page.waitForTimeout(200);
  const times = await typeKeys(page, (page) => goToMiddle(page, BEFORE));
  const isOn = await page.locator(".cm-proposal-arriving").isVisible();
  await page.evaluate(() => window.wenfang.run("drafting.stop"));
  await leave(page);
  await streamed;
  if (!isOn) throw new Error("the stream ended before the typing did");
  return times;
}

export interface DraftingPages {
  /** Waits for the screen, as an author does. */
  shown: { page: Page; deltas: Deltas };
  plain: { page: Page; deltas: Deltas };
  /** Waits for no screen. */
  typed: { page: Page; deltas: Deltas };
}

/** One round of everything. */
export async function draftingRound({ shown, plain, typed }: DraftingPages): Promise<{
  [Name in keyof DraftingTimes]: number[];
}> {
  return {
    shown: await shownIn(shown.page, shown.deltas),
    plain: await plainIn(plain.page, plain.deltas),
    alone: await typeKeys(typed.page, (page) => goToMiddle(page, BEFORE)),
    meanwhile: await typedMeanwhile(typed.page, typed.deltas),
  };
}

export function addDrafting(add: Add, length: number, pieces: number, times: DraftingTimes): void {
  const what = `${pieces} pieces at 100 a second into ${length} 字`;
  add(`${what}, write to frame, p50`, over(times.shown, p50), "ms");
  add(`${what}, write to frame, p95`, over(times.shown, p95), "ms", 30);
  add("the same pieces into a plain div, p50", over(times.plain, p50), "ms");
  add("the same pieces into a plain div, p95", over(times.plain, p95), "ms");
  add(`key to frame, ${length} 字, p95`, over(times.alone, p95), "ms");
  add(`key to frame, ${length} 字, while they come in, p95`, over(times.meanwhile, p95), "ms");
  add("with the stream beside without, p95", over(times.meanwhile, p95) / over(times.alone, p95), "×");
}
