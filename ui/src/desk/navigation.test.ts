import { afterEach, expect, it } from "vitest";
import { chooseHost } from "@/ipc/host";
import { answers } from "@/ipc/queries";
import type { OutlineView } from "@/ipc/types";
import { desk, useDesk } from "./desk";
import { canGo, forgetWaitingPlace, go, goToScene, inTurn, takeWaitingPlace } from "./navigation";
import { forgetPlaces } from "./places-been";

const place = { from: 2, to: 4, unit: "chars" } as const;

afterEach(() => {
  forgetPlaces();
  answers.clear();
  useDesk.setState({ scene: null });
});

/** The novel has these scenes. */
function showScenes(...ids: number[]): void {
  const counts = { standard: 0, word: 0, han: 0, all: 0 };
  const scenes = ids.map((id) => ({ id, title: "", status: "drafting" as const, version: 1, counts }));
  const chapter = { id: 1, title: "", status: "drafting" as const, target: null, counts, scenes };
  const outline: OutlineView = { volumes: [{ id: 1, title: "", counts, chapters: [chapter] }] };
  answers.setQueryData(["manuscript.outline", {}], outline);
  chooseHost({ call: async () => outline, stream: async () => undefined });
}

it("goes back to the scene before a jump, and forward again", async () => {
  showScenes(1, 2);
  goToScene(1);
  expect(canGo("back")).toBe(false);
  goToScene(2, place);
  expect(canGo("back")).toBe(true);
  await go("back");
  expect(desk().scene).toBe(1);
  expect([canGo("back"), canGo("forward")]).toEqual([false, true]);
  await go("forward");
  expect(desk().scene).toBe(2);
});

it("goes back from another view to where the author wrote, and forgets it with the novel", () => {
  showScenes(1, 2);
  goToScene(1);
  useDesk.setState({ centre: { kind: "graph", entity: null } });
  goToScene(2);
  expect(canGo("back")).toBe(true);
  forgetPlaces();
  expect(canGo("back")).toBe(false);
});

it("cannot go back to a scene that is gone", () => {
  showScenes(1, 2);
  goToScene(1);
  goToScene(2);
  showScenes(2);
  expect(canGo("back")).toBe(false);
});

it("an opening editor goes to the requested place, once", () => {
  goToScene(1, place);
  goToScene(1);
  expect(takeWaitingPlace(1)).toEqual(place);
  expect(takeWaitingPlace(1)).toBeUndefined();
});

it("a place is forgotten when the author or the project moves on", () => {
  goToScene(1, place);
  goToScene(2);
  expect(takeWaitingPlace(1)).toBeUndefined();
  goToScene(1, place);
  forgetWaitingPlace();
  expect(takeWaitingPlace(1)).toBeUndefined();
});

it("acts that change the order run one at a time, even after a failure", async () => {
  const done: string[] = [];
  let end: () => void = () => undefined;
  const moved = inTurn(async () => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    done.push("moved");
    throw new Error("no");
  });
  const stepped = inTurn(async () => void done.push("stepped"));
  await Promise.resolve();
  end();
  await expect(moved).rejects.toThrow("no");
  await stepped;
  expect(done).toEqual(["moved", "stepped"]);
});
