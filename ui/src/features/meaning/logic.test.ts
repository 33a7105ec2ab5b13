import { describe, expect, it } from "vitest";
import { failure } from "@/ipc/fake-host";
import { rateOf, type Sample, secondsLeft, withSample } from "./pace";
import { downloadFailure, folderFailure } from "./sample";
import { damagedFiles, downloadTrouble, fileTrouble, mirrorTrouble } from "./troubles";

/** Samples of a download with a thousand bytes per step. */
const steps = (millis: number, n: number): readonly Sample[] =>
  Array.from({ length: n }, (_, at) => ({ at: at * millis, done: at * 1000 })).reduce<readonly Sample[]>(
    (all, sample) => withSample(all, sample),
    [],
  );

describe("download rate", () => {
  it("is computed from the last seconds", () => {
    expect(rateOf(steps(100, 101))).toBeCloseTo(10_000);
    expect(secondsLeft(steps(100, 101), 200_000)).toBe(10);
  });

  it("falls when nothing arrives", () => {
    const paused = withSample(withSample(steps(100, 101), { at: 15_000, done: 100_000 }), {
      at: 19_000,
      done: 100_000,
    });
    expect(rateOf(paused)).toBeLessThan(1000);
    const still = withSample(withSample(paused, { at: 28_000, done: 100_000 }), {
      at: 37_000,
      done: 100_000,
    });
    expect(rateOf(still)).toBe(0);
    expect(secondsLeft(still, 200_000)).toBeNull();
  });

  it("is unknown at first, and nothing remains at the end", () => {
    expect(rateOf([])).toBeNull();
    expect(rateOf(steps(100, 4))).toBeNull();
    expect(secondsLeft(steps(100, 101), 100_000)).toBeNull();
  });

  it("keeps only the samples it needs", () => {
    expect(steps(100, 5_000).length).toBeLessThan(90);
  });
});

describe("troubles", () => {
  it("of a folder name the file and its problem", () => {
    expect(fileTrouble(folderFailure("vocab.txt", "missing"))).toEqual({
      file: "vocab.txt",
      reason: "missing",
    });
  });

  it("of a folder of an unknown kind name no file", () => {
    expect(fileTrouble(folderFailure("vocab.txt", "stars"))).toBeNull();
    expect(fileTrouble(failure("model_unusable"))).toBeNull();
    expect(fileTrouble(failure("io", { details: { file: "config.json", fault: "missing" } }))).toBeNull();
  });

  it("of a download name the servers tried", () => {
    const tried = [
      { host: "a.example", trouble: "status", status: 503 },
      { host: "b.example", trouble: "?" },
      7,
    ];
    expect(downloadTrouble(downloadFailure("refused", tried, "vocab.txt"))).toEqual({
      reason: "refused",
      file: "vocab.txt",
      tried: [{ host: "a.example", trouble: "status", status: 503 }],
    });
    expect(downloadTrouble(downloadFailure("unheard of", []))).toBeNull();
    expect(downloadTrouble(failure("download_failed"))).toBeNull();
  });

  it("of a check and of an address are parsed, or null", () => {
    expect(damagedFiles(failure("model_unusable", { details: { damaged: ["a", "b"] } }))).toEqual(["a", "b"]);
    expect(damagedFiles(failure("model_unusable"))).toEqual([]);
    expect(mirrorTrouble(failure("bad_request", { details: { mirror: "not_encrypted" } }))).toBe(
      "not_encrypted",
    );
    expect(mirrorTrouble(failure("bad_request", { details: { mirror: "odd" } }))).toBeNull();
  });
});
