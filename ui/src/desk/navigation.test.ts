import { expect, it } from "vitest";
import { forgetWaitingPlace, goToScene, inTurn, takeWaitingPlace } from "./navigation";

const place = { from: 2, to: 4, unit: "chars" } as const;

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
