import { expect, it } from "vitest";
import { forgetWaitingPlace, goToScene, takeWaitingPlace } from "./navigation";

const place = { from: 2, to: 4, unit: "chars" } as const;

it("an editor that comes goes to the place it was opened at, once", () => {
  goToScene(1, place);
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
