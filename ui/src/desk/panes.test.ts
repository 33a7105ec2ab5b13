import { afterEach, describe, expect, it, vi } from "vitest";
import { desk, useDesk } from "./desk";
import { maxIn, panesIn, panesNow, togglePane, type Wanted } from "./panes";

const first = desk();
afterEach(() => {
  vi.unstubAllGlobals();
  useDesk.setState(first, true);
});

const usual: Wanted = { binder: 268, inspector: 316, requestedPane: null, centre: { kind: "writing" } };

describe("the panes", () => {
  it("have the author's widths where there is room", () => {
    expect(panesIn(1280, usual)).toEqual({ binder: 268, inspector: 316 });
    expect(panesIn(1280, { ...usual, binder: 0 })).toEqual({ binder: 0, inspector: 316 });
  });

  it("shrink before one gives way", () => {
    expect(panesIn(1000, usual)).toEqual({ binder: 224, inspector: 316 });
    expect(panesIn(880, usual)).toEqual({ binder: 180, inspector: 240 });
  });

  it("leave room for the text: the pane requested last stays", () => {
    expect(panesIn(800, usual)).toEqual({ binder: 268, inspector: 0 });
    expect(panesIn(740, { ...usual, requestedPane: "binder" })).toEqual({ binder: 268, inspector: 0 });
    expect(panesIn(740, { ...usual, requestedPane: "inspector" })).toEqual({ binder: 0, inspector: 280 });
    expect(panesIn(740, { ...usual, binder: 480, inspector: 0 })).toEqual({ binder: 280, inspector: 0 });
    expect(maxIn(740, usual)).toEqual({ binder: 280, inspector: 560 });
    expect(maxIn(1280, usual)).toEqual({ binder: 480, inspector: 560 });
  });

  it("give way to a view that needs the whole window, unless requested", () => {
    const centre = { kind: "review" } as const;
    expect(panesIn(1280, { ...usual, centre })).toEqual({ binder: 268, inspector: 0 });
    expect(panesIn(640, { ...usual, centre })).toEqual({ binder: 0, inspector: 0 });
    expect(panesIn(640, { ...usual, centre, requestedPane: "binder" })).toEqual({
      binder: 180,
      inspector: 0,
    });
  });
});

it("a pane that gave way returns on request, with its old width in a wide window", () => {
  vi.stubGlobal("innerWidth", 740);
  useDesk.setState({ ...usual });
  togglePane("inspector");
  expect(panesNow()).toEqual({ binder: 0, inspector: 280 });
  togglePane("inspector");
  expect(panesNow()).toEqual({ binder: 268, inspector: 0 });
  togglePane("inspector");
  vi.stubGlobal("innerWidth", 1280);
  expect(panesNow()).toEqual({ binder: 268, inspector: 316 });
});

it("a larger interface makes the window smaller", () => {
  vi.stubGlobal("innerWidth", 1280);
  useDesk.setState(({ settings }) => ({ ...usual, settings: { ...settings, interface_scale: 1.6 } }));
  expect(panesNow()).toEqual(panesIn(800, usual));
  useDesk.setState(({ settings }) => ({ settings: { ...settings, interface_scale: 1 } }));
});
