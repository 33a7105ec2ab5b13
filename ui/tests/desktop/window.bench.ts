// The real window: typing in a long scene and in a short one, starts and memory with a long novel and with a short
// one. The two of a pair take turns in one run, so that other load affects both alike.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Figure, keep } from "../../bench/figures";
import { Author } from "./author";
import { type Running, Studio } from "./studio";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const KEYS = 40;
const MOST = 1.5;
/** Measurements for which a long text may take `MOST` times as long. */
const BARRED = new Set(["typing, key to painted frame, p50", "start of the process to an editable scene"]);

/** Clock ticks of /proc per second (sysconf(_SC_CLK_TCK) is 100 on every Linux we use). */
const TICKS = 100;

/** Prose from a seed: paragraphs of 20 to 120 字. */
function prose(seed: number, length: number): string {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const lines: string[] = [];
  for (let written = 0; written < length; ) {
    const line = Array.from({ length: Math.min(length - written, 20 + next(100)) }, () =>
      String.fromCodePoint(0x4e00 + next(3000)),
    ).join("");
    lines.push(line);
    written += line.length;
  }
  return lines.join("\n");
}

function novel(studio: Studio, name: string, chapters: number, length: number): string {
  const file = studio.path(`${name}.wenfang`);
  const text = Array.from(
    { length: chapters },
    (_, at) => `第${at + 1}章 行路\n\n${prose(at + 1, length)}\n`,
  );
  studio.write(`${name}.txt`, text.join("\n"));
  studio.cli("new", file, "--title", name);
  studio.cli("import", file, studio.path(`${name}.txt`));
  return file;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** When the process started, ms since the epoch. */
function startedAt(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const ticks = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  const booted = Date.now() - Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]) * 1000;
  return booted + (ticks / TICKS) * 1000;
}

/** Memory of all processes of a program, with shared pages divided among them, in MiB. */
function memory(app: Running): number {
  const ofOne = (pid: number) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  return app.processes().reduce((sum, { pid }) => sum + ofOne(pid), 0) / 1024;
}

/** Types in the middle of the open text: ms of work per key, and ms until its frame is painted. */
async function typing(app: Running): Promise<{ work: number[]; painted: number[] }> {
  return app.window.run(async (keys) => {
    const work: number[] = [];
    const painted: number[] = [];
    const text = document.querySelector(".cm-content");
    for (let key = 0; key < keys; key += 1) {
      // The clock is coarse: a key starts at a new tick.
      const tick = performance.now();
      while (performance.now() === tick);
      const before = performance.now();
      document.execCommand("insertText", false, "字");
      text?.getBoundingClientRect();
      work.push(performance.now() - before);
      await new Promise<void>((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(null);
        }),
      );
      painted.push(performance.now() - before);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return { work, painted };
  }, KEYS);
}

const row = (what: string, long: number, short: number, unit: string) =>
  `| ${what} | ${long.toFixed(1)} ${unit} | ${short.toFixed(1)} ${unit} | ${(long / short).toFixed(2)} |`;

test("the real window", async () => {
  const studio = await Studio.open({ settings: { whole_chapter: false } });
  const table = ["| | long | short | ratio |", "|-|-|-|-|"];
  const ratios: Record<string, number> = {};
  const figures: Figure[] = [];
  const add = (what: string, long: readonly number[], short: readonly number[], unit: string) => {
    const ratio = median(long) / median(short);
    table.push(row(what, median(long), median(short), unit));
    ratios[what] = ratio;
    const isBarred = BARRED.has(what);
    const beside = { bar: isBarred ? `≤ ${MOST} ×` : "", passed: isBarred ? ratio <= MOST : null };
    figures.push(
      { name: `${what}: long`, value: median(long), unit, bar: "", passed: null },
      { name: `${what}: beside short`, value: ratio, unit: "×", ...beside },
    );
  };

  // Typing: the scenes are in separate novels, and both windows are open at once.
  const scenes = {
    long: novel(studio, "一百万字", 1, 1_000_000),
    short: novel(studio, "一万字", 1, 10_000),
  };
  const open = async (file: string) => {
    const app = await studio.drive([file]);
    const author = new Author(app.window, studio.display, "bench");
    await author.writes("start");
    return app;
  };
  const long = await open(scenes.long);
  const short = await open(scenes.short);
  const typed = {
    long: { work: [] as number[], painted: [] as number[] },
    short: { work: [] as number[], painted: [] as number[] },
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, app] of [
      ["long", long],
      ["short", short],
    ] as const) {
      const { work, painted } = await typing(app);
      if (round === 0) continue; // The first one warms up.
      typed[name].work.push(...work);
      typed[name].painted.push(...painted);
    }
  }
  add("typing, key to painted frame, p50", typed.long.painted, typed.short.painted, "ms");
  add("typing, work of a key, p50", typed.long.work, typed.short.work, "ms");
  await long.stop();
  await short.stop();

  // Starts, and the memory some seconds later.
  const novels = {
    long: novel(studio, "三千章", 3000, 3334),
    short: novel(studio, "三章", 3, 3334),
  };
  const starts = { long: [] as number[], short: [] as number[] };
  const held = { long: [] as number[], short: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ["long", "short"] as const) {
      const app = await studio.drive([novels[name]]);
      const editable = await app.window.run(async () => {
        const mark = () => performance.getEntriesByName("editable")[0];
        while (mark() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
        return performance.timeOrigin + (mark()?.startTime ?? 0);
      });
      const took = editable - startedAt(app.pid);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      if (round > 0) {
        starts[name].push(took);
        held[name].push(memory(app));
      }
      await app.stop();
    }
  }
  add("start of the process to an editable scene", starts.long, starts.short, "ms");
  add("memory of all processes (PSS)", held.long, held.short, "MiB");

  console.info(
    `\n${table.join("\n")}\n\nlong: a scene of 1,000,000 字; 3,000 chapters, 10,000,000 字\nshort: a scene of 10,000 字; 3 chapters, 10,000 字\n`,
  );
  await keep(figures);
  for (const what of BARRED) expect(ratios[what]).toBeLessThanOrEqual(MOST);
});
