// The changes of a scene: keys, decisions, what is sent, and what the text shows afterwards.
import { act, configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { desk, useDesk } from "@/desk/desk";
import { takeWaitingPlace } from "@/desk/navigation";
import { write } from "@/desk/testing";
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers, forget } from "@/ipc/queries";
import type { MendAccepted, MendingView } from "@/ipc/types";
import { MendingsBehind } from "./behind";
import { Mending } from "./mending-view";
import { detail, piece, proposal, scene, session } from "./sample";
import { useMendings } from "./state";
import { asks, held, open, press, said, TEXT, zh } from "./testing";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

const Session = () => <Mending session={1} onBack={() => undefined} />;
const states = () =>
  [...document.querySelectorAll<HTMLElement>("[data-piece]")].map(({ dataset }) => dataset.state);
const current = () => document.querySelector<HTMLElement>("[data-piece][aria-current]")?.dataset.piece;

/** Presses a key in the list of changes. */
function key(name: string, more: { shiftKey?: boolean; code?: string } = {}) {
  const list = document.querySelector("[data-proposal]");
  if (list === null) throw new Error("no changes are shown");
  fireEvent.keyDown(list, { key: name, ...more });
}

const accepted = (change: Partial<MendAccepted> = {}): MendAccepted => ({
  scenes: [{ scene: 2, before: 4, after: 5, pieces: 2 }],
  conflicts: 0,
  ended: false,
  ...change,
});

/** The changes of the second scene, once they are shown. */
async function look(more: FakeAnswers = {}, writable = true) {
  await open(<Session />, { scene: 2, more, writable });
  await waitFor(() => expect(states()).toEqual(["open", "open", "conflict"]));
}

describe("the keys of a proposal", () => {
  it("move, accept and refuse; a conflict takes no decision", async () => {
    await look();
    expect(document.activeElement).toBe(document.querySelector("[data-proposal]"));
    key("n");
    expect(current()).toBe("1");
    key("ArrowUp");
    expect(current()).toBe("0");
    key("r");
    expect([states(), current()]).toEqual([["refused", "open", "conflict"], "1"]);
    key("n");
    key("a");
    expect(states()).toEqual(["refused", "open", "conflict"]);
    screen.getByText("你后来改过这里，这一处不能采纳。");
    key("p");
    key("A", { shiftKey: true });
    expect(states()).toEqual(["refused", "accepted", "conflict"]);
    screen.getByText("采纳 1 · 拒绝 1 · 未定 0");
  });

  it("work while an input method is active, but not with Ctrl", async () => {
    await look();
    key("Process", { code: "KeyA" });
    expect(states()[0]).toBe("accepted");
    const list = document.querySelector("[data-proposal]");
    if (list !== null) fireEvent.keyDown(list, { key: "r", ctrlKey: true });
    expect(states()[1]).toBe("open");
  });

  it("change nothing in a read-only novel", async () => {
    await look({}, false);
    key("a");
    key("A", { shiftKey: true });
    key("Enter");
    expect(states()).toEqual(["open", "open", "conflict"]);
    screen.getByText("作品是只读打开的，只能看。");
    expect(asks("mend.accept")).toEqual([]);
  });

  it("lead to the text, the request, the canon and the waiver", async () => {
    await look();
    key("o");
    const from = TEXT.indexOf("青石度");
    await waitFor(() => expect(takeWaitingPlace(2)).toEqual({ from, to: from + 3, unit: "utf16" }));
    await press("有意如此…");
    expect(desk().dialog).toEqual({ name: "waive-finding", finding: 1 });
    await press("改设定…");
    expect(desk()).toMatchObject({ tab: "lore", shown: { lore: 2 } });
    key("n");
    await press("看这次请求");
    expect(desk()).toMatchObject({ tab: "context", shown: { generation: 32 } });
  });
});

describe("finishing", () => {
  it("asks about what is undecided, and sends the accepted numbers with the text that was seen", async () => {
    await look({ "mend.accept": () => accepted() });
    key("a");
    key("Enter");
    await screen.findByText("还有 1 处没有决定");
    await press("再看看");
    expect(asks("mend.accept")).toEqual([]);
    key("Enter");
    const dialog = await screen.findByRole("alertdialog");
    fireEvent.click([...dialog.querySelectorAll("button")].at(-1) ?? dialog);
    await waitFor(() =>
      expect(asks("mend.accept")).toEqual([{ session: 1, scene: 2, pieces: [0], seen: "hash-1" }]),
    );
  });

  it("stores typed words first, and shows the mended text", async () => {
    await look({
      "mend.accept": () => {
        held.text = TEXT.replace("青石度", "青石渡");
        held.version = 5;
        return accepted();
      },
    });
    const writing = await write();
    const end = writing.view.state.doc.length;
    writing.view.dispatch({ changes: { from: end, insert: "天亮了。" }, userEvent: "input.type" });
    key("A", { shiftKey: true });
    key("Enter");
    await waitFor(() => expect(said()).toEqual(["已采纳 2 处改动"]));
    const order = held.requests.map(({ name }) => name).filter((name) => /save_draft|accept/.test(name));
    expect(order.slice(0, 2)).toEqual(["scene.save_draft", "mend.accept"]);
    expect(writing.text()).toContain("青石渡");
  });

  it("goes on with the next scene that waits", async () => {
    let isDone = false;
    await look({
      "mend.accept": () => {
        isDone = true;
        return accepted();
      },
      "mend.show": () =>
        isDone ? detail(zh, { scenes: [scene(2, zh, { fate: "accepted" }), scene(3, zh)] }) : detail(zh),
    });
    key("A", { shiftKey: true });
    key("Enter");
    await waitFor(() => expect(useMendings.getState().scene).toBe(3));
    await waitFor(() => expect(asks("mend.proposal").at(-1)).toEqual({ session: 1, scene: 3 }));
  });

  it("returns to the findings when the mending has ended, and can be undone", async () => {
    let ended: number | null = null;
    await look({
      "mend.accept": () => {
        ended = 1;
        return accepted({ ended: true, conflicts: 1 });
      },
      "mend.show": () =>
        detail(zh, {
          session: session(1, zh, { ended_at: ended }),
          scenes: [scene(2, zh, ended === null ? {} : { fate: "accepted" })],
        }),
      "mend.take_back": () => ({ restored: [2], left: [] }),
    });
    key("A", { shiftKey: true });
    key("Enter");
    await waitFor(() => expect(desk().shown.mending).toBeNull());
    expect(held.notices[0]).toMatchObject({ text: "已采纳 2 处改动", detail: "有 1 处你后来改过，没有动。" });
    await act(async () => held.notices[0]?.action?.onSelect());
    await waitFor(() => expect(said().at(-1)).toBe("已撤销，1 个场景回到修订之前"));
    expect(asks("mend.take_back")).toEqual([{ session: 1, scenes: [2] }]);
  });

  it("with all refused changes nothing, and says so", async () => {
    await look({ "mend.accept": () => accepted({ scenes: [] }) });
    key("r");
    key("r");
    key("Enter");
    await waitFor(() => expect(said()).toEqual(["这些改动都没有采纳，正文不变"]));
    expect(asks("mend.accept")).toEqual([{ session: 1, scene: 2, pieces: [], seen: "hash-1" }]);
  });

  it("reads the changes again when the text has changed, and keeps the decisions", async () => {
    let seen = "hash-1";
    await look({
      "mend.proposal": () => proposal(zh, { seen }),
      "mend.accept": ({ seen: given }) => {
        if (given === "hash-2") return accepted();
        seen = "hash-2";
        throw failure("bad_request", { details: { stale: true, scene: 2 } });
      },
    });
    key("a");
    key("r");
    key("Enter");
    await waitFor(() => expect(said()).toEqual(["正文刚才变了，改动已按新的正文重新摆好"]));
    expect(states()).toEqual(["accepted", "refused", "conflict"]);
    await waitFor(() => expect(asks("mend.proposal")).toHaveLength(2));
    await waitFor(() => {
      key("Enter");
      expect(asks("mend.accept").at(-1)).toMatchObject({ seen: "hash-2" });
    });
  });

  it("says that a scene was decided elsewhere", async () => {
    await open(<Session />, {
      scene: 2,
      more: {
        "mend.proposal": () => {
          throw failure("bad_request");
        },
      },
    });
    await screen.findByText("这个场景的改动已经处理过了");
    fireEvent.click(screen.getAllByRole("button", { name: "回到这次修订" }).at(-1) ?? document.body);
    await screen.findByRole("region", { name: "等你看的" });
  });

  it("shows many changes, and one without old words at its place", async () => {
    const added = piece(1, {
      edits: [{ range: { start: 5, end: 5 }, old: "", new: "静静地", before: "他把船系在", after: "青石度" }],
    });
    await open(<Session />, {
      scene: 2,
      more: { "mend.proposal": () => proposal(zh, { pieces: [piece(0), added] }) },
    });
    await waitFor(() => expect(states()).toEqual(["open", "open"]));
    key("n");
    key("o");
    await waitFor(() => expect(takeWaitingPlace(2)).toEqual({ from: 0, to: 8, unit: "utf16" }));
  });
});

describe("behind the window", () => {
  let sessions: MendingView[];
  const listed: FakeAnswers = { "mend.list": () => ({ sessions, more: false }) };
  const change = async (...next: MendingView[]) => {
    sessions = next;
    await act(async () => forget(["mending"]));
  };

  it("a mending that comes to wait is reported once, with a way to it", async () => {
    sessions = [session(1, zh, { status: "active", waiting: 0 })];
    await open(<MendingsBehind />, { more: listed });
    await waitFor(() => expect(asks("mend.list")).toHaveLength(1));
    await change(session(1, zh));
    await waitFor(() => expect(said()).toEqual(["修订做完一段，有 2 个场景的改动等你看"]));
    await change(session(1, zh, { state_version: 13 }));
    expect(said()).toHaveLength(1);
    await act(async () => held.notices[0]?.action?.onSelect());
    await waitFor(() => expect(useMendings.getState()).toMatchObject({ scene: 2, takesFocus: true }));
  });

  it("says nothing about one that waited before the novel was opened", async () => {
    sessions = [session(1, zh)];
    await open(<MendingsBehind />, { more: listed });
    await waitFor(() => expect(answers.getQueryData(["mend.list", { open: true }])).toBeDefined());
    expect(said()).toEqual([]);
  });

  it("one that was begun here is shown as soon as it waits, without a notice", async () => {
    sessions = [session(1, zh, { status: "active", waiting: 0 })];
    await open(<MendingsBehind />, { more: listed });
    vi.stubGlobal("innerWidth", 1600);
    act(() => useMendings.setState({ awaited: 1 }));
    await waitFor(() => expect(asks("mend.list")).toHaveLength(1));
    await act(async () => undefined);
    useDesk.setState(({ shown }) => ({ shown: { ...shown, mending: null } }));
    await change(session(1, zh));
    await waitFor(() => expect(useMendings.getState()).toMatchObject({ scene: 2, awaited: null }));
    expect(useMendings.getState().takesFocus).toBe(false);
    expect(said()).toEqual([]);
    vi.unstubAllGlobals();
  });

  it("one that was begun here and found no way is reported", async () => {
    sessions = [];
    await open(<MendingsBehind />, {
      more: {
        ...listed,
        "mend.show": () =>
          detail(zh, { session: session(1, zh, { status: "completed", waiting: 0, ended_at: 1 }) }),
      },
    });
    act(() => useMendings.setState({ awaited: 1 }));
    await waitFor(() => expect(said()).toEqual(["修订做完了，没有改出可用的写法"]));
    await act(async () => held.notices[0]?.action?.onSelect());
    expect(desk()).toMatchObject({ tab: "findings", shown: { mending: 1 } });
  });
});
