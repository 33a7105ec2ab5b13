// The window in Chromium: from a key to the next frame in a short and in a very long scene, and the longest frames of a
// binder with 3,000 chapters. Rounds take turns, so that what else the machine does falls on all of them alike; each
// figure is the median over the rounds.
//
// A key is timed from the event's own time stamp to a message that is handled after the frame that follows it: the
// message is sent in `requestAnimationFrame`, so it arrives when that frame has been laid out and painted. Keys are typed
// in a browser that does not wait for the screen, beside a bare text field in the same one.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { buildAll, type Running, startProgram } from "../tests/browser/app/loopback";
import { novel } from "./novel";

const KEYS = 60;
const SHORT = 10_000;
const LONG = 1_000_000;
const MARKS = 500;
const CHAPTERS = 3_000;

interface Figure {
  name: string;
  bar: string;
  value: number;
  unit: string;
  passed: boolean | null;
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const share = (values: readonly number[], part: number) => {
  const all = sorted(values);
  return all[Math.min(all.length - 1, Math.ceil(all.length * part) - 1)] ?? Number.NaN;
};
const median = (values: readonly number[]) => share(values, 0.5);

/** A project with one chapter of so many characters, open in a window of its own. */
async function openText(browser: Browser, running: Running, characters: number): Promise<Page> {
  const project = join(running.home, `${characters}.wenfang`);
  const source = join(running.home, `${characters}.txt`);
  await writeFile(source, novel(1, characters, 7));
  await importInto(running, project, source);
  const page = await openWindow(browser, running);
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

/** Puts the caret into the middle of the text. */
async function goToMiddle(page: Page): Promise<void> {
  await page.evaluate(() => {
    const writing = window.wenfang.writing();
    const middle = Math.floor(writing.length() / 2);
    writing.reveal({ from: middle, to: middle }, true);
    writing.focus();
  });
}

/** Types where the caret is put and times each key. */
async function typeKeys(page: Page, focus: (page: Page) => Promise<void>): Promise<number[]> {
  await page.bringToFront();
  await focus(page);
  await page.evaluate(() => {
    const times: number[] = [];
    const onKey = (event: KeyboardEvent) => {
      const begun = event.timeStamp;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => times.push(performance.now() - begun);
        channel.port2.postMessage(null);
      });
    };
    window.addEventListener("keydown", onKey, true);
    Object.assign(window, {
      taken: () => {
        window.removeEventListener("keydown", onKey, true);
        return times;
      },
    });
  });
  await page.waitForTimeout(300);
  for (let at = 0; at < KEYS; at += 1) {
    await page.keyboard.press("abcdefghij"[at % 10] ?? "a");
    await page.waitForTimeout(40);
  }
  await page.waitForTimeout(200);
  return page.evaluate(() => (window as unknown as { taken(): number[] }).taken());
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

function table(figures: readonly Figure[]): string {
  const rows = [
    ["what", "bar", "figure", ""],
    ...figures.map(({ name, bar, value, unit, passed }) => [
      name,
      bar,
      `${value.toFixed(unit === "ms" ? 1 : unit === "" ? 0 : 2)} ${unit}`.trim(),
      passed === null ? "" : passed ? "pass" : "MISS",
    ]),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Runs the benchmark; answers the status to end with. */
export async function run(args: readonly string[]): Promise<number> {
  const rounds = optionOf(args, "--rounds", 5);
  const built = await buildAll();
  const programs: Running[] = [];
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  // Up to 16.7 ms of waiting for the screen would be in every figure, whatever the page does.
  const unpaced = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-frame-rate-limit", "--disable-gpu-vsync"],
  });
  try {
    const start = async () => {
      const running = await startProgram(built);
      programs.push(running);
      return running;
    };
    const short = await openText(unpaced, await start(), SHORT);
    const long = await openText(unpaced, await start(), LONG);
    const many = await start();
    const source = join(many.home, "many.txt");
    await writeFile(source, novel(CHAPTERS, 300, 11));
    await importInto(many, join(many.home, "many.wenfang"), source);
    const binder = await openWindow(browser, many);
    const empty = await browser.newPage();
    const field = await unpaced.newPage();
    await field.setContent("<textarea rows=20 cols=80></textarea>");
    await mark(short, MARKS);
    await short.locator(".cm-mark-issue-medium").first().waitFor();

    const keys = { plain: [] as number[][], short: [] as number[][], long: [] as number[][] };
    const acts = { scroll, walk, filter };
    const gaps: Record<string, number[][]> = { empty: [], scroll: [], walk: [], filter: [] };
    // One round that does not count: code is compiled, caches are filled.
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

    const figures: Figure[] = [];
    const add = (name: string, value: number, unit: string, bar?: number) =>
      figures.push({
        name,
        value,
        unit,
        bar: bar === undefined ? "" : `≤ ${bar}${unit === "" ? "" : ` ${unit}`}`,
        passed: bar === undefined ? null : value <= bar,
      });
    const over = (rounds: readonly number[][], of: (times: readonly number[]) => number) =>
      median(rounds.map(of));
    const p50 = (times: readonly number[]) => share(times, 0.5);
    const p95 = (times: readonly number[]) => share(times, 0.95);
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
      add(
        `${CHAPTERS} chapters, ${said}, frames above 50 ms`,
        over(rounds, slow),
        "",
        Math.max(0, none.slow),
      );
    }
    process.stdout.write(`${table(figures)}\n`);
    return figures.some(({ passed }) => passed === false) ? 1 : 0;
  } finally {
    await browser.close();
    await unpaced.close();
    for (const running of programs) {
      await running.kill();
      await rm(running.home, { recursive: true, force: true });
    }
    await built.close();
  }
}
