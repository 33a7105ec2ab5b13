// Whatever happens to a text, the origin of every character (the author, or which model) stays known.
import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { ACTS, type Act, Twins } from "./provenance-model";

/** The number of sequences to try; `WENFANG_SEQUENCES=10000` for a long night. */
const SEQUENCES = Number(process.env.WENFANG_SEQUENCES ?? 200);
/** The seed; a failure prints the one that reproduces it. */
const SEED = Number(process.env.WENFANG_SEED ?? 8);

const number = fc.nat({ max: 400 });
const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...ACTS),
  one: number,
  two: number,
  size: number,
});

// Typing joins into one history step by time, so both editors get the same clock.
beforeEach(() => void vi.spyOn(Date, "now").mockReturnValue(1_780_000_000_000));

it("keeps the origin of each character through all actions", async () => {
  const sequence = fc.array(act, { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(sequence, async (acts) => {
      const twins = new Twins();
      try {
        for (const one of acts) {
          await twins.perform(one);
          if (twins.diverged) break;
          expect(twins.differences()).toEqual([]);
        }
      } finally {
        twins.destroy();
      }
    }),
    { numRuns: SEQUENCES, seed: SEED },
  );
}, 3_600_000);
