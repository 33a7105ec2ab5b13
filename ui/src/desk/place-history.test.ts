import { expect, it } from "vitest";
import { jumped, MAX_PLACES, NO_PLACES, type PlaceHistory, type Spot, stepped } from "./place-history";

const spot = (scene: number, caret: number | null = 0): Spot => ({ scene, caret });
const all = () => true;

/** The history after jumps away from these places. */
const after = (...spots: Spot[]): PlaceHistory => spots.reduce(jumped, NO_PLACES);

it("a jump keeps the place before it, and walking returns to each", () => {
  const history = after(spot(1, 5), spot(2, 7));
  const first = stepped(history, "back", spot(3, 9), all);
  expect(first?.to).toEqual(spot(2, 7));
  const second = stepped(first?.history ?? NO_PLACES, "back", spot(2, 7), all);
  expect(second?.to).toEqual(spot(1, 5));
  const again = stepped(second?.history ?? NO_PLACES, "forward", spot(1, 5), all);
  expect(again?.to).toEqual(spot(2, 7));
  expect(stepped(again?.history ?? NO_PLACES, "forward", spot(2, 7), all)?.to).toEqual(spot(3, 9));
});

it("going back and forward keeps where the author had moved meanwhile", () => {
  const back = stepped(after(spot(1, 5)), "back", spot(2, 7), all);
  const forward = stepped(back?.history ?? NO_PLACES, "forward", spot(1, 40), all);
  expect(forward?.history.back).toEqual([spot(1, 40)]);
});

it("there is nothing before the first jump, nor after the last", () => {
  expect(stepped(NO_PLACES, "back", spot(1), all)).toBeNull();
  expect(stepped(after(spot(1)), "forward", spot(2), all)).toBeNull();
});

it("a jump forgets what lay ahead", () => {
  const back = stepped(after(spot(1)), "back", spot(2), all);
  expect(jumped(back?.history ?? NO_PLACES, spot(1)).forward).toEqual([]);
});

it("keeps the latest places only, and the same one once", () => {
  const many = Array.from({ length: MAX_PLACES + 10 }, (_, at) => spot(1, at));
  const { back } = after(...many, spot(1, MAX_PLACES + 9));
  expect(back).toHaveLength(50);
  expect(back.at(0)).toEqual(spot(1, 10));
  expect(back.at(-1)).toEqual(spot(1, 59));
});

it("skips places whose scene is gone, and the place where the author is", () => {
  const history = after(spot(1, 5), spot(2), spot(3, 8));
  const step = stepped(history, "back", spot(3, 8), (scene) => scene !== 2);
  expect(step?.to).toEqual(spot(1, 5));
  expect(step?.history).toEqual({ back: [], forward: [spot(3, 8)] });
  expect(stepped(history, "back", null, () => false)).toBeNull();
});
