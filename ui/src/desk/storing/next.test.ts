import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure } from "@/ipc/fake-host";
import { FakeScene } from "./fake-scene";
import type { JobKind } from "./state";

type Act = (scene: FakeScene) => void;

const position = fc.nat(50);
const job = fc.constantFrom<JobKind>(
  { kind: "store" },
  { kind: "save", accepted: null },
  { kind: "save", accepted: { generation: 1, isIn: () => true } },
  { kind: "refresh" },
  { kind: "locate", named: null },
);
const answering = fc.constantFrom("done" as const, "done" as const, "failed" as const, "lost" as const);
const code = fc.constantFrom("io" as const, "bad_request" as const, "not_found" as const);

/** An act of the author, the backend or the clock, with a name that a failing run shows. */
const act = fc.oneof(
  { weight: 6, arbitrary: position.map((at) => named(`type ${at}`, (scene) => scene.type(at))) },
  { weight: 1, arbitrary: position.map((at) => named(`delete ${at}`, (scene) => scene.delete(at))) },
  { weight: 2, arbitrary: fc.constant(named("compose", (scene) => scene.compose())) },
  { weight: 2, arbitrary: fc.constant(named("end composition", (scene) => scene.endComposition())) },
  { weight: 4, arbitrary: job.map((one) => named(`ask ${one.kind}`, (scene) => scene.ask(one))) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(answering, code)
      .map(([how, why]) => named(`answer ${how} ${why}`, (scene) => void scene.answer(how, why))),
  },
  { weight: 4, arbitrary: fc.nat(1500).map((ms) => named(`pass ${ms}`, (scene) => scene.pass(ms))) },
  { weight: 1, arbitrary: fc.constant(named("close", (scene) => scene.close())) },
  { weight: 2, arbitrary: fc.constant(named("open", (scene) => scene.open())) },
  { weight: 1, arbitrary: fc.constant(named("act elsewhere", (scene) => scene.actElsewhere())) },
);
const acts = fc.array(act, { maxLength: 80 });

function named(name: string, run: Act): Act & fc.WithToStringMethod {
  return Object.assign((scene: FakeScene) => run(scene), { [fc.toStringMethod]: () => name });
}

function play(acts: readonly Act[]): FakeScene {
  const scene = new FakeScene();
  scene.open();
  for (const one of acts) {
    one(scene);
    scene.check();
  }
  return scene;
}

describe("whatever the order of typing, compositions, saves, failures, reads and closes", () => {
  it("no typed text is lost, and every caller is answered once", () => {
    fc.assert(
      fc.property(acts, (acts) => {
        const scene = play(acts);
        scene.settle();
        scene.check();
        for (const one of scene.typed) expect(scene.text).toContain(one);
        for (const one of scene.typed) expect(scene.stored()).toContain(one);
        for (const outcomes of scene.outcomes.values()) expect(outcomes).toHaveLength(1);
        // A version that failed stays reported, although the text is in the draft.
        expect(scene.state).toMatchObject({ stored: scene.state.edits });
        expect(scene.state.status.kept).not.toBe("changed");
        // After a last look at the backend both have the same text.
        scene.open();
        scene.ask({ kind: "refresh" });
        scene.settle();
        expect(scene.stored()).toBe(scene.text);
        const { draft } = scene.backend;
        if (scene.state.status.kept === "saved") expect(draft === null || draft.saved).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("a forgotten scene writes nothing more, and every caller is answered once", () => {
    fc.assert(
      fc.property(acts, acts, (before, after) => {
        const scene = play(before);
        scene.forget();
        for (const one of after) one(scene);
        scene.settle();
        for (const outcomes of scene.outcomes.values()) expect(outcomes).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a change of a long text that the backend refuses", () => {
  it("is followed by the whole text at once", () => {
    const scene = new FakeScene();
    scene.open();
    scene.settle();
    scene.type(0);
    scene.actElsewhere();
    scene.ask({ kind: "store" });
    scene.answer("done");
    expect(scene.state.work.at).toBe("storing");
    scene.answer("done");
    expect(scene.stored()).toBe(scene.text);
    expect(scene.state.status).toMatchObject({ kept: "kept", failure: null });
  });
});

describe("an undo back to the version", () => {
  it("is saved: the draft has nothing that the version has not", () => {
    const scene = new FakeScene();
    scene.open();
    scene.settle();
    scene.type(0);
    scene.ask({ kind: "save", accepted: null });
    scene.settle();
    scene.type(0);
    scene.settle();
    expect(scene.state.status.kept).toBe("kept");
    scene.delete(0);
    expect(scene.state.status.kept).toBe("changed");
    scene.settle();
    expect(scene.state.status.kept).toBe("saved");
    expect(scene.stored()).toBe(scene.text);
  });
});

describe("a failed write", () => {
  it("is reported, and tried again", () => {
    const scene = new FakeScene();
    scene.open();
    scene.settle();
    scene.type(0);
    scene.ask({ kind: "save", accepted: null });
    scene.answer("failed", "disk_full");
    expect(scene.state.status).toMatchObject({ kept: "failed", failure: failure("disk_full") });
    expect([...scene.outcomes.values()].at(-1)).toEqual([{ failure: failure("disk_full") }]);
    scene.pass(3000);
    scene.answer("done");
    expect(scene.stored()).toBe(scene.text);
    expect(scene.state.status).toMatchObject({ kept: "kept", failure: null });
  });
});

describe("a save that waits for its turn", () => {
  it("is refused when another project is opened", () => {
    const scene = new FakeScene();
    scene.open();
    scene.settle();
    scene.type(0);
    scene.ask({ kind: "store" });
    scene.ask({ kind: "save", accepted: null });
    scene.forget();
    scene.settle();
    expect([...scene.outcomes.values()].at(-1)).toMatchObject([{ failure: { code: "no_project" } }]);
    expect(scene.writes).toHaveLength(1);
  });
});
