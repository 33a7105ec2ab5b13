// Whatever happens to a text, it stays known of every character whether the author or which model wrote it.
import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { ACTS, type Act, Twins } from "./provenance-model";

/** Sequences that are tried; `WENFANG_SEQUENCES=10000` for a long night. */
const SEQUENCES = Number(process.env.WENFANG_SEQUENCES ?? 200);
/** Which ones: a failure prints the seed that gives it again. */
const SEED = Number(process.env.WENFANG_SEED ?? 8);

const number = fc.nat({ max: 400 });
const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...ACTS),
  one: number,
  two: number,
  size: number,
});

// Typing joins into one step by time; both editors are given the same one.
beforeEach(() => void vi.spyOn(Date, "now").mockReturnValue(1_780_000_000_000));

it("knows who wrote each character, whatever is done", async () => {
  const sequence = fc.array(act, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(sequence, async (acts) => {
      const twins = new Twins();
      try {
        for (const one of acts) {
          await twins.perform(one);
          if (twins.parted) break;
          expect(twins.differences()).toEqual([]);
        }
      } finally {
        twins.destroy();
      }
    }),
    { numRuns: SEQUENCES, seed: SEED },
  );
}, 3_600_000);
