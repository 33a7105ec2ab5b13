// Typing in an English scene while spelling is checked, beside the same scene without.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Running } from "../tests/browser/app/loopback";
import { type Add, over, p50, p95 } from "./figures";
import { chance } from "./novel";
import { goToMiddle, typeKeys } from "./typing";

const WORDS =
  "a all and as asked at away back before boat but by came cold dark did door down evening eyes far for from gave gone had hand " +
  "he her here him his home house in into it kept lamp last left light long looked made man morning mother no not of old on one " +
  "only open out over path rain river road said saw sea she side so some stood stone street table that the their them then there " +
  "they this time to told took under until up voice waited walked was water way went were what when where who wind window with " +
  "without woman words would years you";

const LENGTH = 10_000;
/** One word in so many is misspelt. */
const MISSPELT_EVERY = 100;
/** Checks are asked for in pauses, so keys typed right after one meet the check and its marks. */
const IN_WORDS = { every: 6, pause: 400 };

/** Paragraphs of so many words. */
function english(words: number, seed: number): string {
  const next = chance(seed);
  const all = WORDS.split(" ");
  const paragraphs: string[] = [];
  for (let at = 0; at < words; at += 80) {
    const paragraph = Array.from({ length: 80 }, (_, word) => {
      const picked = all[Math.floor(next() * all.length)] ?? "";
      return (at + word) % MISSPELT_EVERY === 7 ? `${picked}qz` : picked;
    });
    paragraphs.push(`${paragraph.join(" ")}.`);
  }
  return paragraphs.join("\n");
}

/** Creates a novel with one scene; spelling is checked or not. */
export async function createEnglish(running: Running, spelling: boolean): Promise<void> {
  const folder = join(running.home, "config", "dictionaries");
  await mkdir(folder, { recursive: true });
  const words = WORDS.split(" ");
  await writeFile(join(folder, "en_US.aff"), "SET UTF-8\nTRY abcdefghijklmnopqrstuvwxyz\n");
  await writeFile(join(folder, "en_US.dic"), `${words.length}\n${words.join("\n")}`);
  await running.answer(join(running.home, "spelt.wenfang"));
  const { path } = await running.call<{ path: { path: string } }>("window.choose", {
    kind: "new_project",
    title: "",
  });
  const named = { title: "Spelt", author: "", first_chapter: "One", language: "en" };
  await running.call("project.create", { path: path.path, ...named });
  await running.call("settings.change", { changes: { spelling } });
  await running.call("spelling.choose", { dictionary: "en_US" });
  await running.call("scene.save", { scene: 1, text: english(LENGTH, 5) });
}

/** The times of keys with checked spelling and without; the rounds take turns. */
export async function timeSpelling(
  pages: { off: Page; on: Page },
  { rounds, add }: { rounds: number; add: Add },
): Promise<void> {
  await pages.on.locator("main .cm-misspelt").first().waitFor();
  const keys = { off: [] as number[][], on: [] as number[][] };
  // One warm-up round that does not count: code is compiled, caches are filled.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ["off", "on"] as const) {
      const times = await typeKeys(pages[name], goToMiddle, IN_WORDS);
      if (round > 0) keys[name].push(times);
    }
  }
  for (const [name, said] of [
    ["off", "without spelling"],
    ["on", "with spelling"],
  ] as const) {
    add(`key to frame, ${LENGTH} English words, ${said}, p50`, over(keys[name], p50), "ms");
    add(`key to frame, ${LENGTH} English words, ${said}, p95`, over(keys[name], p95), "ms");
  }
  add("with beside without spelling, p95", over(keys.on, p95) / over(keys.off, p95), "×", 1.1);
}
