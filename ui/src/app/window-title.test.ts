import { expect, it } from "vitest";
import { windowTitle } from "./window-title";

it.each([
  ["The Salt Road", "The Salt Road.wenfang", ["title", { title: "The Salt Road" }]],
  ["The Salt Road", "salt-2.wenfang", ["titleOfFile", { title: "The Salt Road", file: "salt-2" }]],
  ["", "salt-2.wenfang", ["title", { title: "salt-2" }]],
])("the title of “%s” in %s is distinct", (title, name, expected) => {
  expect(windowTitle({ title, name })).toEqual(expected);
});
