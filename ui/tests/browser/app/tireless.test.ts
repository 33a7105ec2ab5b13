// An author who never tires: random sequences of acts, held against a model of what the window must show and the file must say.
// WENFANG_SEQUENCES sets how many, WENFANG_ACTS how long, WENFANG_SEED which ones; WENFANG_SHRINK makes a failing one smaller, WENFANG_GIVEN runs one again.
import fc from "fast-check";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { launch } from "../chromium";
import { KEPT } from "./tireless/kept";
import { runActs, sequences } from "./tireless/sequence";
import { TestWindow } from "./tireless/window";

const SEQUENCES = Number(process.env.WENFANG_SEQUENCES ?? 60);
const ACTS = Number(process.env.WENFANG_ACTS ?? 10);
/** Whether a sequence that fails is made smaller, which takes some minutes. */
const SHRINKS = process.env.WENFANG_SHRINK !== undefined;
const SEED = Number(process.env.WENFANG_SEED ?? 8);

/** Windows that are driven at once, each with sequences of its own. */
const WINDOWS = 2;

let browser: Browser;
let windows: TestWindow[];

beforeAll(async () => {
  browser = await launch();
  const opened = Array.from({ length: WINDOWS }, () => TestWindow.open(browser, inject("built")));
  windows = await Promise.all(opened);
});
afterAll(async () => {
  await Promise.all(windows.map((window) => window.end()));
  await browser.close();
});

/** The first window. */
function first(): TestWindow {
  const [window] = windows;
  if (window === undefined) throw new Error("no window is open");
  return window;
}

/** Acts as JSON, to look at one failing sequence. */
const GIVEN = process.env.WENFANG_GIVEN;

it.runIf(GIVEN !== undefined)("the given acts", async () => {
  await runActs(first(), JSON.parse(GIVEN ?? "[]"));
});

it.each(Object.entries(KEPT))("%s", async (_, acts) => {
  await runActs(first(), acts);
});

it(`${SEQUENCES} sequences of ${ACTS} acts`, { timeout: 24 * 3600_000 }, async () => {
  const checked = windows.map(async (window, index) => {
    const seed = SEED + index;
    const property = fc.asyncProperty(sequences(ACTS), (acts) => runActs(window, acts));
    const numRuns = Math.ceil(SEQUENCES / windows.length);
    const result = await fc.check(property, { numRuns, seed, endOnFailure: !SHRINKS });
    const shrunk = result.counterexample?.[0]?.filter(({ kind }) => kind !== "rest");
    return result.failed ? `seed ${seed}: ${JSON.stringify(shrunk)}\n${result.errorInstance}` : "";
  });
  const failures = await Promise.all(checked);
  console.log(`WENFANG_SEED=${SEED} to ${SEED + windows.length - 1}`);
  expect(failures.filter((failure) => failure !== "")).toEqual([]);
});
