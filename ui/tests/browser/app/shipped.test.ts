// The shipped page contains nothing of the loopback host, and nothing that only tests need.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { buildPage } from "./loopback";

/** Words that occur only in the loopback host and the probe. */
const TRACES = ["/call", "/stream", "Bearer", "the open scene has no editor"];

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function scripts(page: string): Promise<string> {
  const names = await readdir(page, { recursive: true });
  const read = names
    .filter((name) => /\.(?:js|html)$/.test(name))
    .map((name) => readFile(join(page, name), "utf8"));
  expect(read.length).toBeGreaterThan(1);
  return (await Promise.all(read)).join("\n");
}

it("contains none of it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wenfang-shipped-"));
  folders.push(folder);
  const shipped = await scripts(await buildPage(folder, "production"));
  expect(TRACES.filter((trace) => shipped.includes(trace))).toEqual([]);
  // These words prove that the search would find them.
  const ofTests = await scripts(inject("built").page);
  expect(TRACES.filter((trace) => ofTests.includes(trace))).toEqual(TRACES);
});
