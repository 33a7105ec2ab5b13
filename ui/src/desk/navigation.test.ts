import { expect, it } from "vitest";
import { forgetWaitingPlace, goToScene, inTurn, takeWaitingPlace } from "./navigation";

const place = { from: 2, to: 4, unit: "chars" } as const;

it("an editor that comes goes to the place it was opened at, once", () => {
  goToScene(1, place);
  goToScene(1);
  expect(takeWaitingPlace(1)).toEqual(place);
  expect(takeWaitingPlace(1)).toBeUndefined();
});

it("a place is forgotten when the author goes elsewhere, or to another project", () => {
  goToScene(1, place);
  goToScene(2);
  expect(takeWaitingPlace(1)).toBeUndefined();
  goToScene(1, place);
  forgetWaitingPlace();
  expect(takeWaitingPlace(1)).toBeUndefined();
});

it("acts that change the order wait for each other, also for one that failed", async () => {
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
