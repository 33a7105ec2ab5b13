// A tireless author: random sequences of acts, compared with a model of what the window must show and the file must
// contain. WENFANG_SEQUENCES sets their number, WENFANG_ACTS their length (long runs use 40), WENFANG_SEED the seed;
// WENFANG_SHRINK shrinks a failing one, WENFANG_GIVEN repeats one.
import fc from "fast-check";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { launch } from "../chromium";
import { KEPT } from "./tireless/kept";
import { runActs, sequences } from "./tireless/sequence";
import { TestWindow } from "./tireless/window";

const SEQUENCES = Number(process.env.WENFANG_SEQUENCES ?? 36);
const ACTS = Number(process.env.WENFANG_ACTS ?? 20);
/** Whether a failing sequence is shrunk, which takes some minutes. */
const SHRINKS = process.env.WENFANG_SHRINK !== undefined;
const SEED = Number(process.env.WENFANG_SEED ?? 8);

let browser: Browser;
let window: TestWindow;

beforeAll(async () => {
  browser = await launch();
  window = await TestWindow.open(browser, inject("built"));
});
afterAll(async () => {
  await window.end();
  await browser.close();
});

/** Acts as JSON, to examine one failing sequence. */
const GIVEN = process.env.WENFANG_GIVEN;

it.runIf(GIVEN !== undefined)("the given acts", async () => {
  await runActs(window, JSON.parse(GIVEN ?? "[]"));
});

it.each(Object.entries(KEPT))("%s", async (_, acts) => {
  await runActs(window, acts);
});

it(`${SEQUENCES} sequences of ${ACTS} acts`, { timeout: 24 * 3600_000 }, async () => {
  console.log(`WENFANG_SEED=${SEED}`);
  const property = fc.asyncProperty(sequences(ACTS), (acts) => runActs(window, acts));
  const result = await fc.check(property, { numRuns: SEQUENCES, seed: SEED, endOnFailure: !SHRINKS });
  const shrunk = result.counterexample?.[0]?.filter(({ kind }) => kind !== "rest");
  expect(result.failed ? `${JSON.stringify(shrunk)}\n${result.errorInstance}` : "").toBe("");
});
