// Which command has which keys, whatever the settings hold; two commands never have the same.
import { describe, expect, it } from "vitest";
import type { Command } from "./command";
import { isNotation, pressed } from "./keys";
import { faultOf, given, holderOf, type Keyboard, keysIn, type OwnKeys } from "./shortcuts";

const command = (id: string, keys?: string, more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  run: () => undefined,
  ...(keys !== undefined && { keys }),
  ...more,
});
const LIST = [
  command("save", "CmdOrCtrl+S"),
  command("find", "CmdOrCtrl+F"),
  command("next", "F3"),
  command("plain"),
  command("copy", "CmdOrCtrl+C", { keysOfText: true }),
  command("other", "Shift+CmdOrCtrl+O"),
];
const keyboard = (own: OwnKeys = {}, change: Partial<Keyboard> = {}): Keyboard => ({
  commands: new Map(LIST.map((one) => [one.id, one])),
  own,
  isMac: false,
  ...change,
});
const keys = (own: OwnKeys) => Object.fromEntries(keysIn(keyboard(own)));
const FIRST = {
  save: "CmdOrCtrl+S",
  find: "CmdOrCtrl+F",
  next: "F3",
  copy: "CmdOrCtrl+C",
  other: "CmdOrCtrl+Shift+O",
};

describe("the keys of commands", () => {
  it("are those they come with, but for what the author gave them", () => {
    expect(keys({})).toEqual(FIRST);
    expect(keys({ save: "F4", find: "", plain: "CmdOrCtrl+Alt+1" })).toEqual({
      save: "F4",
      next: "F3",
      plain: "CmdOrCtrl+Alt+1",
      copy: "CmdOrCtrl+C",
      other: "CmdOrCtrl+Shift+O",
    });
  });

  it.each([
    "",
    "Ctrl+S",
    "CmdOrCtrl+s",
    "CmdOrCtrl+Ä",
    "A",
    "Enter",
    "F13",
    "Shift+CmdOrCtrl+X",
    "CmdOrCtrl++",
  ])("are the first ones where the settings hold no keys: %s", (broken) => {
    const { save: _, ...rest } = FIRST;
    expect(keys({ save: broken })).toEqual(broken === "" ? rest : FIRST);
  });

  it("are nothing that the system, the menus or texts have", () => {
    for (const held of ["Alt+F4", "Alt+F", "CmdOrCtrl+C", "CmdOrCtrl+Y"])
      expect(keys({ save: held })).toEqual(FIRST);
    expect(keys({ copy: "F4" })).toEqual(FIRST);
  });

  it("stay with the first of two commands that were given the same", () => {
    expect(keys({ next: "F4", find: "F4" })).toMatchObject({ find: "F4" });
    expect(keys({ next: "F4", find: "F4" })).not.toHaveProperty("next");
  });

  it("are rather what the author gave than what another command comes with", () => {
    expect(keys({ plain: "CmdOrCtrl+S" })).toMatchObject({ plain: "CmdOrCtrl+S" });
    expect(keys({ plain: "CmdOrCtrl+S" })).not.toHaveProperty("save");
  });
});

describe("a fault of keys", () => {
  it.each([
    ["A", "alone"],
    ["5", "alone"],
    ["Shift+A", "alone"],
    ["Enter", "alone"],
    ["Tab", "alone"],
    ["Up", "alone"],
    ["Insert", "alone"],
    ["CmdOrCtrl+É", "unknown"],
    ["F13", "unknown"],
    ["Alt+F4", "system"],
    ["F10", "system"],
    ["Alt+D", "menu"],
    ["CmdOrCtrl+C", "text"],
    ["CmdOrCtrl+Y", "text"],
    ["CmdOrCtrl+Shift+Left", "text"],
    ["Alt+Up", "text"],
    ["F12", "text"],
    ["F5", null],
    ["Shift+F5", null],
    ["Alt+1", null],
    ["CmdOrCtrl+Alt+Up", null],
    ["CmdOrCtrl+Shift+/", null],
    ["CmdOrCtrl+S", null],
  ])("%s: %s", (held, fault) => {
    expect(faultOf(keyboard(), held)).toBe(fault);
  });

  it("is none for letters of menus on a Mac, which opens none by them", () => {
    expect(faultOf(keyboard({}, { isMac: true }), "Alt+D")).toBeNull();
  });
});

describe("giving keys", () => {
  it("takes them from the command that has them, by default or of its own", () => {
    expect(given(keyboard(), "plain", "CmdOrCtrl+S")).toEqual({ plain: "CmdOrCtrl+S", save: "" });
    const own = { plain: "F4", save: "F5" };
    expect(given(keyboard(own), "find", "F4")).toEqual({ find: "F4", save: "F5" });
    expect(given(keyboard(own), "find", "F5")).toEqual({ find: "F5", plain: "F4", save: "" });
  });

  it("keeps nothing for a command that has its first keys again", () => {
    expect(given(keyboard({ save: "F4" }), "save", "CmdOrCtrl+S")).toEqual({});
    expect(given(keyboard({ plain: "F4" }), "plain", "")).toEqual({});
    expect(given(keyboard(), "save", "")).toEqual({ save: "" });
  });

  it("keeps what the settings hold for commands that are not there now", () => {
    const own = { "workflow.start.gone": "F4", "": "x" };
    expect(given(keyboard(own), "save", "F5")).toEqual({ ...own, save: "F5" });
  });

  it("changes nothing for keys or commands that cannot be changed", () => {
    const own = { save: "F4" };
    for (const [id, held] of [
      ["save", "A"],
      ["save", "Alt+F4"],
      ["copy", "F5"],
      ["gone", "F5"],
    ] as const)
      expect(given(keyboard(own), id, held)).toBe(own);
  });

  it("gives keys that two entries of the settings claim to the one that was asked for", () => {
    const own = given(keyboard({ save: "F4", find: "F4" }), "plain", "F4");
    expect(keys(own)).toMatchObject({ plain: "F4" });
    expect(holderOf(keyboard(own), "F4")?.id).toBe("plain");
  });
});

/** Figures that look like chance and are the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

it("no two commands have the same keys, whatever is given, taken and reset in any order", () => {
  const pool = [
    "",
    "F3",
    "F4",
    "CmdOrCtrl+S",
    "CmdOrCtrl+F",
    "CmdOrCtrl+Shift+O",
    "CmdOrCtrl+C",
    "A",
    "Alt+F4",
  ];
  for (let seed = 1; seed <= 60; seed += 1) {
    const below = chance(seed);
    const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
    let own: OwnKeys = Object.fromEntries(LIST.map(({ id }) => [id, pick(pool)]));
    for (let turn = 0; turn < 40; turn += 1) {
      const { id } = pick(LIST);
      const wanted = pick(pool);
      const before = own;
      own = given(keyboard(own), id, wanted);
      const now = keysIn(keyboard(own));
      expect(new Set(now.values()).size).toBe(now.size);
      expect([...now.values()].every(isNotation)).toBe(true);
      expect(now.get("copy")).toBe("CmdOrCtrl+C");
      if (own !== before) expect(now.get(id) ?? "").toBe(wanted);
    }
  }
});

describe("a press", () => {
  const press = (key: string, code: string, more: KeyboardEventInit = {}) =>
    pressed(new KeyboardEvent("keydown", { key, code, ...more }));

  it("is called by its key and what is held with it", () => {
    expect(press("s", "KeyS", { ctrlKey: true })).toBe("CmdOrCtrl+S");
    expect(press("S", "KeyS", { metaKey: true, shiftKey: true, altKey: true })).toBe("CmdOrCtrl+Alt+Shift+S");
    expect(press("ArrowUp", "ArrowUp", { altKey: true })).toBe("Alt+Up");
    expect(press("F11", "F11")).toBe("F11");
    expect(press("Control", "ControlLeft", { ctrlKey: true })).toBeNull();
    expect(press("Process", "KeyS")).toBeNull();
  });

  it("is called by its place where Shift or an input method makes another sign of it", () => {
    expect(press("?", "Slash", { ctrlKey: true, shiftKey: true })).toBe("CmdOrCtrl+Shift+/");
    expect(press("，", "Comma", { ctrlKey: true })).toBe("CmdOrCtrl+,");
    expect(press("!", "Digit1", { ctrlKey: true, shiftKey: true })).toBe("CmdOrCtrl+Shift+1");
    expect(press("+", "Equal", { ctrlKey: true, shiftKey: true })).toBe("CmdOrCtrl+Shift+=");
  });
});
