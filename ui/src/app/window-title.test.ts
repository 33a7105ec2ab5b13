import { expect, it } from "vitest";
import { windowTitle } from "./window-title";

it.each([
  ["The Salt Road", "The Salt Road.wenfang", ["title", { title: "The Salt Road" }]],
  ["The Salt Road", "salt-2.wenfang", ["titleOfFile", { title: "The Salt Road", file: "salt-2" }]],
  ["", "salt-2.wenfang", ["title", { title: "salt-2" }]],
])("the window of “%s” in %s has a name of its own", (title, name, expected) => {
  expect(windowTitle({ title, name })).toEqual(expected);
});
