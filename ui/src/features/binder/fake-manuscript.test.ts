import { expect, it } from "vitest";
import { fakeManuscript } from "./fake-manuscript";
import { book, chapter, scene, volume } from "./sample-outline";

it("returns what was set on a part, and changes only the given fields of a plan", async () => {
  const fake = fakeManuscript(book(volume(1, "", [chapter(7, "渡口", [scene(1)])])));
  await fake.call("manuscript.describe", { part: { chapter: 7 }, goal: "过江" });
  await fake.call("manuscript.describe", { part: { scene: 1 }, plan: { location: "江心", pov: "陆远" } });
  await fake.call("manuscript.describe", { part: { scene: 1 }, plan: { pov: "", characters: ["老何"] } });
  expect(await fake.call("manuscript.part", { part: { chapter: 7 } })).toMatchObject({
    title: "渡口",
    goal: "过江",
    plan: null,
  });
  expect(await fake.call("manuscript.part", { part: { scene: 1 } })).toMatchObject({
    plan: { location: "江心", pov: "", characters: ["老何"], conflict: "" },
  });
});
