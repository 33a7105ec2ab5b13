import { afterEach, expect, it, vi } from "vitest";
import { copyText } from "./copy-text";

afterEach(() => vi.unstubAllGlobals());

/** A clipboard as WebKit has it: it takes only what is given during a press. */
function pressing(): { copied: string[]; press: <T>(act: () => T) => T } {
  let isPressed = false;
  const copied: string[] = [];
  const demand = () => {
    if (!isPressed) throw new DOMException("no press", "NotAllowedError");
  };
  class Item {
    data: Record<string, Promise<string>>;
    constructor(data: Record<string, Promise<string>>) {
      this.data = data;
    }
  }
  vi.stubGlobal("ClipboardItem", Item);
  vi.stubGlobal("navigator", {
    clipboard: {
      writeText: async (text: string) => {
        demand();
        copied.push(text);
      },
      write: async ([item]: Item[]) => {
        demand();
        copied.push((await item?.data["text/plain"]) ?? "");
      },
    },
  });
  const press = <T>(act: () => T) => {
    isPressed = true;
    const done = act();
    isPressed = false;
    return done;
  };
  return { copied, press };
}

const later = (text: string) => new Promise<string>((resolve) => setTimeout(() => resolve(text), 5));

it("copies a text that arrives after the press", async () => {
  const { copied, press } = pressing();
  expect(await press(() => copyText("灯"))).toBe(true);
  expect(await press(() => copyText(later("雾")))).toBe(true);
  expect(copied).toEqual(["灯", "雾"]);
});

it("says that nothing was copied without a press, or without the text", async () => {
  const { copied, press } = pressing();
  expect(await copyText("灯")).toBe(false);
  expect(await press(() => copyText(Promise.reject(new Error("gone"))))).toBe(false);
  expect(copied).toEqual([]);
});
