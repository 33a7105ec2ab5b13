// The changes of a scene in its text: hunks, card and bar, and keys that never take a letter from the author.
import { act, configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { desk } from "@/desk/desk";
import { write } from "@/desk/testing";
import type { Writing } from "@/editor/create";
import type { FakeAnswers } from "@/ipc/fake-host";
import { forget } from "@/ipc/queries";
import { look } from "./acts";
import { ChangesBar } from "./changes-bar";
import { piece, proposal } from "./sample";
import { useMendings } from "./state";
import { asks, open, press, TEXT, zh } from "./testing";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

// No layout here: every hunk is in sight, in the middle of the window.
const BOX = { left: 200, top: 200, right: 240, bottom: 220, width: 40, height: 20, x: 200, y: 200 };
beforeEach(() => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ ...BOX, toJSON: () => BOX });
});
afterEach(() => vi.restoreAllMocks());

const edit = (old: string, next: string) => {
  const start = TEXT.indexOf(old);
  const line = TEXT.split("\n").find((one) => one.includes(old)) ?? "";
  const [before = "", after = ""] = line.split(old);
  return { range: { start, end: start + old.length }, old, new: next, before, after };
};
const ferry = piece(0, { edits: [edit("青石度", "青石渡")] });
const letter = piece(1, { edits: [edit("像是被水泡过", "发软")], generation: 32 });

let writing: Writing;
const drawn = (selector: string) =>
  [...writing.view.contentDOM.querySelectorAll(selector)].map(({ textContent }) => textContent);
const card = () => document.querySelector<HTMLElement>("[data-mending-card]");
const key = (name: string, on: Element | null = card()) =>
  fireEvent.keyDown(on ?? document.body, { key: name });
const decisions = () => [...(useMendings.getState().looked.get("1:2")?.decisions.values() ?? [])];

async function begin(pieces = [ferry, letter], more: FakeAnswers = {}) {
  const placed = { "mend.proposal": () => proposal(zh, { pieces }) };
  await open(<ChangesBar />, { scene: 2, more: { ...placed, ...more } });
  writing = await write();
  await waitFor(() => expect(drawn(".cm-proposal-removed")).toHaveLength(pieces.length));
}

describe("changes in the text", () => {
  it("come without card and focus while the author writes", async () => {
    await begin();
    expect(drawn(".cm-proposal-removed")).toEqual(["青石度", "像是被水泡过"]);
    expect(drawn(".cm-proposal-inserted")).toEqual(["青石渡", "发软"]);
    expect(card()).toBeNull();
    screen.getByRole("region", { name: "正文里的改动" });
    act(() => writing.focus());
    key("a", writing.view.contentDOM);
    expect(decisions()).toEqual([]);
  });

  it("are decided by keys in the card, which takes the focus when it is asked for", async () => {
    await begin();
    await act(() => look(1));
    await waitFor(() => expect(document.activeElement).toBe(card()));
    screen.getByText("青石度 → 青石渡");
    key("a");
    expect(drawn(".cm-proposal-accepted.cm-proposal-removed")).toEqual([]);
    await waitFor(() => expect(drawn(".cm-proposal-accepted.cm-proposal-removed")).toEqual(["青石度"]));
    await waitFor(() => screen.getByText("像是被水泡过 → 发软"));
    key("r");
    expect(decisions()).toEqual(["accepted", "refused"]);
    fireEvent.keyDown(card() ?? document.body, { key: "a", isComposing: true });
    expect(decisions()).toEqual(["accepted", "refused"]);
    key("Enter");
    await waitFor(() =>
      expect(asks("mend.accept")).toEqual([{ session: 1, scene: 2, pieces: [0], seen: "hash-1" }]),
    );
  });

  it("leave the card at Escape and at the first key in the text; the decisions stay", async () => {
    await begin();
    await act(() => look(1));
    await waitFor(() => expect(document.activeElement).toBe(card()));
    key("a");
    key("Escape");
    expect(card()).toBeNull();
    expect(document.activeElement).toBe(writing.view.contentDOM);
    await press("上一处");
    await waitFor(() => expect(card()).not.toBeNull());
    key("x", writing.view.contentDOM);
    await waitFor(() => expect(card()).toBeNull());
    expect(decisions()).toEqual(["accepted"]);
  });

  it("are decided by the buttons at a hunk, and by letters when one of these has the focus", async () => {
    await begin();
    const [accept, , second] = writing.view.contentDOM.querySelectorAll<HTMLElement>(".cm-proposal-choice");
    fireEvent.click(accept ?? document.body);
    expect(decisions()).toEqual(["accepted"]);
    fireEvent.click(accept ?? document.body);
    expect(decisions()).toEqual([]);
    second?.focus();
    await waitFor(() => expect(useMendings.getState().looked.get("1:2")?.at).toBe(1));
    key("r", second ?? null);
    expect(decisions()).toEqual(["refused"]);
  });

  it("show a note where the author changed the passage, and take no decision there", async () => {
    let pieces = [ferry, letter];
    await begin(pieces, { "mend.proposal": () => proposal(zh, { pieces }) });
    const at = writing.text().indexOf("度");
    act(() =>
      writing.view.dispatch({ changes: { from: at, to: at + 1, insert: "渡口" }, userEvent: "input.type" }),
    );
    await waitFor(() => expect(drawn(".cm-proposal-removed")).toEqual(["像是被水泡过"]));
    pieces = [{ ...ferry, is_conflict: true }, letter];
    await act(async () => forget(["mending"]));
    await waitFor(() => expect(drawn(".cm-proposal-note")).toEqual(["你后来改过这里"]));
    await press("采纳余下的");
    expect(decisions()).toEqual(["accepted"]);
    screen.getByText("采纳 1 · 拒绝 0 · 未定 0");
  });

  it("step back for a text of a model, and come again after it", async () => {
    await begin();
    const callbacks = { onDecide: () => undefined, onStale: () => undefined };
    const drafted = writing.propose({ from: 2, to: 4 }, callbacks);
    await waitFor(() => expect(drawn(".cm-proposal-removed")).toEqual([]));
    drafted?.remove();
    await waitFor(() => expect(drawn(".cm-proposal-removed")).toEqual(["青石度", "像是被水泡过"]));
  });

  it("are put off without a decision", async () => {
    await begin();
    await press("以后再看");
    await waitFor(() => expect(drawn(".cm-proposal-removed")).toEqual([]));
    expect(desk().shown.mending).toBe(1);
    expect(useMendings.getState().scene).toBeNull();
  });
});
