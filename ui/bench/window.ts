// The window in Chromium: from a key to the next frame in a short and in a very long scene, the longest frames of a
// binder with 3,000 chapters, typing with checked spelling, a streaming text from a model, and a mending (only some of
// this with `--writing`, `--spelling`, `--drafting` or `--mending`). Rounds take turns, so that other load affects all of
// them alike; each figure is the median over the rounds.
//
// A key is timed from the event's own time stamp to a message handled after the following frame: the message is sent
// in `requestAnimationFrame`, so it arrives when that frame has been laid out and painted. Keys are typed in a
// browser that does not wait for the screen, beside a bare text field in the same browser.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { buildAll, type Running, startProgram } from "../tests/browser/app/loopback";
import { launch } from "../tests/browser/chromium";
import { startDeltas } from "./deltas";
import { addDrafting, type DraftingTimes, draftingRound, noTimes, setModel, wantMore } from "./drafting";
import { type Add, type Figure, keep, over, p50, p95, table } from "./figures";
import { createMended, timeMending, withMany } from "./mending";
import { novel } from "./novel";
import { createEnglish, timeSpelling } from "./spelling";
import { goToMiddle, typeKeys } from "./typing";

const SHORT = 10_000;
const LONG = 1_000_000;
const MARKS = 500;
const CHAPTERS = 3_000;
/** The scene that a model writes in, and the pieces it writes. */
const DRAFTED = 100_000;
const PIECES = 500;
/** Enough to type meanwhile. */
const MANY_PIECES = 1_600;
/** For a million characters and an unoptimised program, ms. */
const LONGEST_INDEXING = 300_000;

/** A project with one chapter of so many characters, open in a window of its own. */
async function openText(browser: Browser, running: Running, characters: number): Promise<Page> {
  const project = join(running.home, `${characters}.wenfang`);
  const source = join(running.home, `${characters}.txt`);
  await writeFile(source, novel(1, characters, 7));
  await importInto(running, project, source);
  const page = await openWindow(browser, running);
  await indexed(page);
  await page.locator("main [data-scene] .cm-content").waitFor();
  return page;
}

interface Chosen {
  path: { path: string };
}

async function importInto(running: Running, project: string, source: string): Promise<void> {
  await running.answer(project, source);
  const place = await running.call<Chosen>("window.choose", { kind: "new_project", title: "" });
  await running.call("project.create", { path: place.path.path, title: "长", author: "", first_chapter: "" });
  const text = await running.call<Chosen>("window.choose", { kind: "import_file", title: "" });
  await running.call("project.import", { source: text.path.path });
}

async function openWindow(browser: Browser, running: Running): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 } });
  const page = await context.newPage();
  await page.goto(running.url);
  await page.locator("[role=tree]").waitFor();
  return page;
}

/** Waits until the imports are indexed: indexing would keep both processors busy through all rounds. */
async function indexed(page: Page): Promise<void> {
  await page.locator("[data-testid=index][data-index=done]").waitFor({ timeout: LONGEST_INDEXING });
}

/** Marks spread over the text, as an examination of it leaves them. */
async function mark(page: Page, count: number): Promise<void> {
  await page.evaluate((count) => {
    const writing = window.wenfang.writing();
    const step = Math.floor(writing.length() / (count + 1));
    const marks = Array.from({ length: count }, (_, at) => ({
      id: String(at),
      from: (at + 1) * step - 4,
      to: (at + 1) * step,
      kind: "issue-medium" as const,
    }));
    writing.setMarks({ layer: "issues", version: window.wenfang.version(), unit: "utf16", marks });
  }, count);
}

/** Time between frames while something is done. */
async function frames(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.bringToFront();
  await page.evaluate(() => {
    const gaps: number[] = [];
    let last = performance.now();
    let on = true;
    const turn = (now: number) => {
      gaps.push(now - last);
      last = now;
      if (on) requestAnimationFrame(turn);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(turn);
    });
    Object.assign(window, {
      gaps: () => {
        on = false;
        return gaps;
      },
    });
  });
  await act();
  return page.evaluate(() => (window as unknown as { gaps(): number[] }).gaps());
}

const pause = (page: Page, ms: number) => page.waitForTimeout(ms);

async function scroll(page: Page): Promise<void> {
  const box = await page.locator("[role=tree]").boundingBox();
  if (box === null) throw new Error("the binder is not there");
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  for (const way of [1, -1]) {
    for (let turn = 0; turn < 20; turn += 1) {
      await page.mouse.wheel(0, way * 900);
      await pause(page, 30);
    }
  }
}

async function walk(page: Page): Promise<void> {
  await page.locator("[role=treeitem][tabindex='0']").first().focus();
  for (let turn = 0; turn < 30; turn += 1) {
    await page.keyboard.press("ArrowDown");
    await pause(page, 30);
  }
  await page.keyboard.press("End");
  await pause(page, 200);
  await page.keyboard.press("Home");
  await pause(page, 200);
}

async function filter(page: Page): Promise<void> {
  const field = page.locator("nav input").first();
  await field.focus();
  for (const text of ["第12", "第123", "章", ""]) {
    await field.fill(text);
    await pause(page, 350);
  }
}

/** The same waits with nothing to do. */
async function rest(page: Page): Promise<void> {
  await pause(page, 1500);
}

function optionOf(args: readonly string[], name: string, otherwise: number): number {
  const at = args.indexOf(name);
  const value = at < 0 ? otherwise : Number(args[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} needs a number`);
  return value;
}

interface Bench {
  /** Waits for the screen. */
  paced: Browser;
  /** Does not. */
  unpaced: Browser;
  start(): Promise<Running>;
  rounds: number;
  add: Add;
}

/** Typing in a short and in a very long scene, and the binder of a long novel. */
async function writing({ paced, unpaced, start, rounds, add }: Bench): Promise<void> {
  const short = await openText(unpaced, await start(), SHORT);
  const long = await openText(unpaced, await start(), LONG);
  const many = await start();
  const source = join(many.home, "many.txt");
  await writeFile(source, novel(CHAPTERS, 300, 11));
  await importInto(many, join(many.home, "many.wenfang"), source);
  const binder = await openWindow(paced, many);
  await indexed(binder);
  const empty = await paced.newPage();
  const field = await unpaced.newPage();
  await field.setContent("<textarea rows=20 cols=80></textarea>");
  await mark(short, MARKS);
  await short.locator(".cm-mark-issue-medium").first().waitFor();

  const keys = { plain: [] as number[][], short: [] as number[][], long: [] as number[][] };
  const acts = { scroll, walk, filter };
  const gaps: Record<string, number[][]> = { empty: [], scroll: [], walk: [], filter: [] };
  // One warm-up round that does not count: code is compiled, caches are filled.
  for (let round = 0; round <= rounds; round += 1) {
    const plain = await typeKeys(field, (page) => page.locator("textarea").focus());
    const taken = [await typeKeys(short, goToMiddle), await typeKeys(long, goToMiddle)] as const;
    const found: Record<string, number[]> = { empty: await frames(empty, () => rest(empty)) };
    for (const [name, act] of Object.entries(acts)) found[name] = await frames(binder, () => act(binder));
    if (round === 0) continue;
    keys.plain.push(plain);
    keys.short.push(taken[0]);
    keys.long.push(taken[1]);
    for (const [name, times] of Object.entries(found)) gaps[name]?.push(times);
    process.stderr.write(`round ${round} of ${rounds}\n`);
  }

  const longest = (times: readonly number[]) => Math.max(...times);
  const slow = (times: readonly number[]) => times.filter((time) => time > 50).length;
  add("key to frame, a bare text field, p50", over(keys.plain, p50), "ms");
  add("key to frame, a bare text field, p95", over(keys.plain, p95), "ms");
  add(`key to frame, ${SHORT} 字, ${MARKS} marks, p50`, over(keys.short, p50), "ms");
  add(`key to frame, ${SHORT} 字, ${MARKS} marks, p95`, over(keys.short, p95), "ms", 16);
  add(`key to frame, ${LONG} 字, p50`, over(keys.long, p50), "ms");
  add(`key to frame, ${LONG} 字, p95`, over(keys.long, p95), "ms");
  add("long beside short, p50", over(keys.long, p50) / over(keys.short, p50), "×", 1.5);
  const none = { longest: over(gaps.empty ?? [], longest), slow: over(gaps.empty ?? [], slow) };
  add("empty page, longest frame", none.longest, "ms");
  add("empty page, frames above 50 ms", none.slow, "");
  for (const [name, said] of [
    ["scroll", "scrolling"],
    ["walk", "keyboard"],
    ["filter", "filter"],
  ] as const) {
    const rounds = gaps[name] ?? [];
    add(`${CHAPTERS} chapters, ${said}, longest frame`, over(rounds, longest), "ms");
    add(`${CHAPTERS} chapters, ${said}, frames above 50 ms`, over(rounds, slow), "", Math.max(0, none.slow));
  }
}

/** Typing in an English scene, with its spelling checked and without. */
async function spelling({ unpaced, start, rounds, add }: Bench): Promise<void> {
  const page = async (isChecked: boolean) => {
    const running = await start();
    await createEnglish(running, isChecked);
    const opened = await openWindow(unpaced, running);
    await opened.locator("main [data-scene] .cm-content").waitFor();
    return opened;
  };
  await timeSpelling({ off: await page(false), on: await page(true) }, { rounds, add });
}

/** The changes and the issues of a mended book. */
async function mending({ paced, start, rounds, add }: Bench): Promise<void> {
  const running = await start();
  await createMended(running, importInto);
  const page = await openWindow(paced, running);
  await withMany(page);
  await timeMending(page, { rounds, add, frames });
}

/** A text of a model that comes in. */
async function drafting({ paced, unpaced, start, rounds, add }: Bench): Promise<void> {
  const few = await startDeltas(PIECES);
  const many = await startDeltas(MANY_PIECES);
  try {
    const waiting = await start();
    const typing = await start();
    await setModel(waiting, few);
    await setModel(typing, many);
    const pages = {
      shown: { page: await openText(paced, waiting, DRAFTED), deltas: few },
      plain: { page: await paced.newPage(), deltas: few },
      typed: { page: await openText(unpaced, typing, DRAFTED), deltas: many },
    };
    await wantMore(typing, pages.typed.page);
    const times: DraftingTimes = noTimes();
    // One warm-up round, as above.
    for (let round = 0; round <= rounds; round += 1) {
      const taken = await draftingRound(pages);
      if (round === 0) continue;
      for (const name of Object.keys(times) as (keyof DraftingTimes)[]) times[name].push(taken[name]);
      process.stderr.write(`drafting: round ${round} of ${rounds}\n`);
    }
    addDrafting(add, DRAFTED, PIECES, times);
  } finally {
    await few.close();
    await many.close();
  }
}

/** Runs the benchmark; answers the status to end with. */
export async function run(args: readonly string[]): Promise<number> {
  const rounds = optionOf(args, "--rounds", 5);
  const built = await buildAll();
  const programs: Running[] = [];
  const paced = await launch();
  // Every figure would include up to 16.7 ms of waiting for the screen, whatever the page does.
  const unpaced = await launch("--disable-frame-rate-limit", "--disable-gpu-vsync");
  const start = async () => {
    const running = await startProgram(built);
    programs.push(running);
    return running;
  };
  const figures: Figure[] = [];
  const add: Add = (name, value, unit, bar) =>
    void figures.push({
      name,
      value,
      unit,
      bar: bar === undefined ? "" : `≤ ${bar}${unit === "" ? "" : ` ${unit}`}`,
      passed: bar === undefined ? null : value <= bar,
    });
  try {
    const bench: Bench = { paced, unpaced, start, rounds, add };
    const parts = { writing, spelling, drafting, mending };
    const only = Object.entries(parts).filter(([name]) => args.includes(`--${name}`));
    for (const [, part] of only.length > 0 ? only : Object.entries(parts)) await part(bench);
    process.stdout.write(`${table(figures)}\n`);
    await keep(figures);
    return figures.some(({ passed }) => passed === false) ? 1 : 0;
  } finally {
    await paced.close();
    await unpaced.close();
    for (const running of programs) {
      await running.kill();
      await rm(running.home, { recursive: true, force: true });
    }
    await built.close();
  }
}
