import { afterEach, expect, it } from "vitest";
import { listenToInput, untilKeysArrived } from "./arriving-keys";

let stop: () => void = () => undefined;
afterEach(() => stop());

it.each([
  ["by its name", { key: "F24" }],
  ["without a name, as WebKitGTK gives it", { key: "Unidentified", code: "Unidentified" }],
])("recognises the last key %s and hides it from other listeners", async (_, init) => {
  stop = listenToInput();
  const received: string[] = [];
  const receive = ({ key }: KeyboardEvent) => received.push(key);
  window.addEventListener("keydown", receive);
  const arrived = untilKeysArrived("last key").then(() => received.push("arrived"));
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "a", code: "KeyA" }));
  window.dispatchEvent(new KeyboardEvent("keydown", init));
  await arrived;
  window.removeEventListener("keydown", receive);
  expect(received).toEqual(["a", "arrived"]);
});
