import { describe, expect, it } from "vitest";
import { joinedChanges } from "./joined-changes";

describe("merging the changes of two sides", () => {
  const base = "江上有雾。\n老周在等。";

  it("takes one side's changes where the other changed nothing", () => {
    expect(joinedChanges(base, { ours: base, theirs: "江上有风。" })).toBe("江上有风。");
    expect(joinedChanges(base, { ours: "江上有风。", theirs: base })).toBe("江上有风。");
    expect(joinedChanges("", { ours: "", theirs: "夜。\n雪。" })).toBe("夜。\n雪。");
  });

  it("keeps changes in different places", () => {
    const theirs = `${base}\n船来了。`;
    expect(joinedChanges(base, { ours: `夜，${base}`, theirs })).toBe(`夜，${theirs}`);
  });

  it("orders insertions at one place, ours first", () => {
    expect(joinedChanges(base, { ours: `${base}他们`, theirs: `${base}\n船来了。` })).toBe(
      `${base}他们\n船来了。`,
    );
  });

  it("keeps insertions where the other side removed everything", () => {
    expect(joinedChanges(base, { ours: "江上有大雾。\n老周在等。", theirs: "" })).toBe("大");
    expect(joinedChanges(base, { ours: "", theirs: "江上有大雾。\n老周在等。" })).toBe("大");
  });

  it("never loses a character that either side inserted", () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      let state = seed;
      const dice = (below: number) => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      let next = 0;
      const changed = (from: number) => {
        let text = Array.from(base);
        for (let round = 0; round < 1 + dice(4); round += 1) {
          const at = dice(text.length + 1);
          const inserted = Array.from({ length: dice(4) }, () => String.fromCodePoint(from + next++));
          text = [...text.slice(0, at), ...inserted, ...text.slice(at + dice(5))];
        }
        return text.join("");
      };
      const [ours, theirs] = [changed(0xac00), changed(0x20000)];
      const joined = Array.from(joinedChanges(base, { ours, theirs }));
      const inserted = Array.from(ours + theirs).filter((c) => !base.includes(c));
      expect(joined.filter((c) => !base.includes(c)).sort(), `seed ${seed}`).toEqual(inserted.sort());
    }
  });
});
