// Which command has which keys under any settings; two commands never have the same.
import { describe, expect, it } from "vitest";
import type { Command } from "./command";
import { isNotation, pressed } from "./keys";
import { assigned, faultOf, holderOf, type Keyboard, keysIn, type OwnKeys } from "./shortcuts";

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
  it("are the defaults, except those the author changed", () => {
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
  ])("are the defaults where the settings hold invalid keys: %s", (broken) => {
    const { save: _, ...rest } = FIRST;
    expect(keys({ save: broken })).toEqual(broken === "" ? rest : FIRST);
  });

  it("are never keys that the system, the menus or texts use", () => {
    for (const held of ["Alt+F4", "Alt+F", "CmdOrCtrl+C", "CmdOrCtrl+Y"])
      expect(keys({ save: held })).toEqual(FIRST);
    expect(keys({ copy: "F4" })).toEqual(FIRST);
  });

  it("stay with the first of two commands that were assigned the same", () => {
    expect(keys({ next: "F4", find: "F4" })).toMatchObject({ find: "F4" });
    expect(keys({ next: "F4", find: "F4" })).not.toHaveProperty("next");
  });

  it("prefer the author's keys to another command's defaults", () => {
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

  it("allows access keys of menus on a Mac, which has none", () => {
    expect(faultOf(keyboard({}, { isMac: true }), "Alt+D")).toBeNull();
  });
});

describe("assigning keys", () => {
  it("takes them from the command that has them, default or custom", () => {
    expect(assigned(keyboard(), "plain", "CmdOrCtrl+S")).toEqual({ plain: "CmdOrCtrl+S", save: "" });
    const own = { plain: "F4", save: "F5" };
    expect(assigned(keyboard(own), "find", "F4")).toEqual({ find: "F4", save: "F5" });
    expect(assigned(keyboard(own), "find", "F5")).toEqual({ find: "F5", plain: "F4", save: "" });
  });

  it("stores nothing for a command that has its default keys again", () => {
    expect(assigned(keyboard({ save: "F4" }), "save", "CmdOrCtrl+S")).toEqual({});
    expect(assigned(keyboard({ plain: "F4" }), "plain", "")).toEqual({});
    expect(assigned(keyboard(), "save", "")).toEqual({ save: "" });
  });

  it("keeps settings for commands that do not exist now", () => {
    const own = { "workflow.start.gone": "F4", "": "x" };
    expect(assigned(keyboard(own), "save", "F5")).toEqual({ ...own, save: "F5" });
  });

  it("changes nothing for keys or commands that cannot be changed", () => {
    const own = { save: "F4" };
    for (const [id, held] of [
      ["save", "A"],
      ["save", "Alt+F4"],
      ["copy", "F5"],
      ["gone", "F5"],
    ] as const)
      expect(assigned(keyboard(own), id, held)).toBe(own);
  });

  it("gives keys claimed by two settings to the requested command", () => {
    const own = assigned(keyboard({ save: "F4", find: "F4" }), "plain", "F4");
    expect(keys(own)).toMatchObject({ plain: "F4" });
    expect(holderOf(keyboard(own), "F4")?.id).toBe("plain");
  });
});

/** Deterministic pseudo-random numbers. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

it("no two commands share keys after random assignments and resets", () => {
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
      own = assigned(keyboard(own), id, wanted);
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

  it("is named by its key and the held modifiers", () => {
    expect(press("s", "KeyS", { ctrlKey: true })).toBe("CmdOrCtrl+S");
    expect(press("S", "KeyS", { metaKey: true, shiftKey: true, altKey: true })).toBe("CmdOrCtrl+Alt+Shift+S");
    expect(press("ArrowUp", "ArrowUp", { altKey: true })).toBe("Alt+Up");
    expect(press("F11", "F11")).toBe("F11");
    expect(press("Control", "ControlLeft", { ctrlKey: true })).toBeNull();
    expect(press("Process", "KeyS")).toBeNull();
  });

  it("is named by its physical key where Shift or an input method changes the character", () => {
    expect(press("?", "Slash", { ctrlKey: true, shiftKey: true })).toBe("CmdOrCtrl+Shift+/");
    expect(press("，", "Comma", { ctrlKey: true })).toBe("CmdOrCtrl+,");
    expect(press("!", "Digit1", { ctrlKey: true, shiftKey: true })).toBe("CmdOrCtrl+Shift+1");
    expect(press("+", "Equal", { ctrlKey: true, shiftKey: true })).toBe("CmdOrCtrl+Shift+=");
  });
});
