// Mendings in the window: beginning, watching, and deciding about issues.
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { desk } from "@/desk/desk";
import { write } from "@/desk/testing";
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import type { MendingView } from "@/ipc/types";
import { MendFindingDialog } from "./finding-dialog";
import { MendDialog } from "./mend-dialog";
import { Mending } from "./mending-view";
import { OpenMendings } from "./open-mendings";
import { detail, estimate, issue, mendRun, scene, session } from "./sample";
import { useMendings } from "./state";
import { asks, button, held, open, press, said, zh } from "./testing";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

const Session = () => <Mending session={1} onBack={() => undefined} />;

describe("beginning", () => {
  const dialog = { name: "mend", reach: "chapter", scene: 2 } as const;
  const begun = (change = {}) => ({
    session: 7,
    uid: "u",
    run: 9,
    already: false,
    issues: [1],
    estimate: estimate(),
    ...change,
  });

  it("shows the price before the button, and agrees to what was shown", async () => {
    await open(<MendDialog />, { dialog, more: { "mend.begin": () => begun() } });
    const price = within(await screen.findByRole("region", { name: "花费" }));
    await price.findByText("5 处请 yehang-7b 改：第一轮约 4 次，1.1万 token");
    expect(asks("mend.estimate").at(-1)).toMatchObject({
      target: { chapter: 2 },
      by: "model",
      policy: { count: 3, least_severity: "low" },
    });
    fireEvent.click(screen.getByRole("radio", { name: "全书" }));
    fireEvent.click(screen.getByRole("radio", { name: "只按规则" }));
    await waitFor(() => expect(asks("mend.estimate").at(-1)).toMatchObject({ target: "book", by: "rules" }));
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "开始修订" })).toHaveProperty("disabled", false),
    );
    await press("开始修订");
    await waitFor(() => expect(desk().dialog).toBeNull());
    expect(asks("mend.begin")).toEqual([
      expect.objectContaining({ target: "book", by: "rules", agreed: 32_400 }),
    ]);
    expect(useMendings.getState().awaited).toBe(7);
    expect(desk().shown.mending).toBeNull();
  });

  it("counts a note to the model in the price that is agreed to", async () => {
    const price = vi.fn(({ note = "" }: { note?: string }) => estimate({ prompt: 9_600 + [...note].length }));
    await open(<MendDialog />, {
      dialog,
      more: { "mend.begin": () => begun({ already: true }), "mend.estimate": price },
    });
    await screen.findByText(/^5 处请 yehang-7b 改/);
    fireEvent.change(screen.getByRole("textbox", { name: /给模型的话/ }), { target: { value: "对白别动" } });
    await press("开始修订");
    await waitFor(() =>
      expect(asks("mend.begin")).toEqual([expect.objectContaining({ note: "对白别动", agreed: 32_412 })]),
    );
    await waitFor(() => expect(said()).toContain("这里的修订已经开过，接着上次的"));
    // Its run goes on: there is nothing to give up.
    expect(held.notices.at(-1)?.action).toBeUndefined();
  });

  it("offers to give up one of the same scene that waits", async () => {
    await open(<MendDialog />, {
      dialog,
      more: { "mend.begin": ({ anew }) => (anew === true ? begun() : begun({ already: true, run: null })) },
    });
    await screen.findByText(/^5 处请 yehang-7b 改/);
    await press("开始修订");
    await waitFor(() => expect(held.notices.at(-1)?.action?.label).toBe("放弃它，重新修订"));
    await act(async () => held.notices.at(-1)?.action?.onSelect());
    await waitFor(() => expect(asks("mend.begin").at(-1)).toMatchObject({ anew: true, agreed: 32_400 }));
  });

  it("says what a model would add when none is set up, and begins by rules", async () => {
    await open(<MendDialog />, {
      dialog,
      more: {
        "providers.list": () => ({ routes: { default: null, tasks: {} } }) as never,
        "mend.estimate": () => estimate({ model: null, requests: 0, cost: null, deferred: 7 }),
      },
    });
    await screen.findByText(/规则没有给写法的 7 处也能请模型改写/);
    expect(asks("mend.estimate")[0]).toMatchObject({ by: "rules" });
    await press("设置模型…");
    expect(desk().dialog).toEqual({ name: "models" });
  });

  it("cannot begin without findings, and says so if a check left none", async () => {
    await open(<MendDialog />, {
      dialog,
      more: {
        "mend.estimate": () => estimate({ issues: 0, scenes: 0, replacements: 0, deferred: 0, model: null }),
      },
    });
    await screen.findByText(/^这里没有要修订的问题/);
    expect(await button("开始修订")).toHaveProperty("disabled", true);
  });

  it("keeps the dialog and shows the failure when it is refused", async () => {
    await open(<MendDialog />, {
      dialog,
      more: {
        "mend.begin": () => {
          throw failure("agreement_needed");
        },
      },
    });
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "开始修订" })).toHaveProperty("disabled", false),
    );
    const before = asks("mend.estimate").length;
    await press("开始修订");
    await screen.findByRole("alert");
    expect(desk().dialog?.name).toBe("mend");
    await waitFor(() => expect(asks("mend.estimate").length).toBeGreaterThan(before));
  });

  it("leads to the mending that holds a scene", async () => {
    await open(<MendDialog />, {
      dialog,
      more: { "mend.estimate": () => estimate({ claimed: [{ scene: 3, session: 1 }] }) },
    });
    await press("看那次修订");
    await waitFor(() => expect(useMendings.getState().scene).toBe(2));
    expect(desk()).toMatchObject({ dialog: null, tab: "findings", shown: { mending: 1 } });
  });

  it("of one finding names it, and takes one round", async () => {
    await open(<MendFindingDialog />, {
      dialog: { name: "mend-finding", finding: 5, words: "名字写错了。" },
      more: {
        "mend.begin": () => begun(),
        "mend.estimate": () => estimate({ issues: 1, max_rounds: 1 }),
      },
    });
    await screen.findByText("名字写错了。");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "开始修订" })).toHaveProperty("disabled", false),
    );
    await press("开始修订");
    await waitFor(() =>
      expect(asks("mend.begin")).toEqual([{ target: { finding: 5 }, by: "model", agreed: 10_800 }]),
    );
  });
});

describe("the open mendings", () => {
  const listed = (...sessions: MendingView[]): FakeAnswers => ({
    "mend.list": () => ({ sessions, more: false }),
  });

  it("at work show their round and can be stopped", async () => {
    await open(<OpenMendings />, {
      more: {
        ...listed(session(1, zh, { status: "active", round: 1, waiting: 0 })),
        "workflow.runs": () => ({ runs: [mendRun(41)], more: false }) as never,
      },
    });
    await screen.findByText("第 2 / 3 轮 · 2 处改好 · ¥0.06");
    expect(screen.queryByRole("button", { name: /^看改动/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /^放弃/ })).toBeNull();
    await press(/^停止：修订“第二章/);
    await waitFor(() => expect(asks("workflow.cancel")).toEqual([{ run: 41 }]));
  });

  it("that stopped can go on", async () => {
    await open(<OpenMendings />, {
      more: {
        ...listed(session(1, zh, { status: "active", round: 1, waiting: 0 })),
        "mend.resume": () => ({}) as never,
      },
    });
    await screen.findByText("停着");
    await press(/^接着做/);
    await waitFor(() => expect(asks("mend.resume")).toEqual([{ session: 1 }]));
  });

  it("that wait are given up only after a question", async () => {
    await open(<OpenMendings />, {
      more: { ...listed(session(1, zh)), "mend.abandon": () => ({ released: 2 }) },
    });
    await press(/^放弃…/);
    await screen.findByText(/^有 2 个场景的改动你还没看/);
    expect(asks("mend.abandon")).toEqual([]);
    await press("放弃");
    await waitFor(() => expect(asks("mend.abandon")).toEqual([{ session: 1 }]));
  });

  it("take no room when there are none", async () => {
    await open(<OpenMendings />, { more: listed() });
    await waitFor(() => expect(asks("mend.list")).toHaveLength(1));
    expect(screen.queryByRole("list")).toBeNull();
  });

  it("offer nothing that writes in a read-only novel", async () => {
    await open(<OpenMendings />, { more: listed(session(1, zh)), writable: false });
    await button(/^看改动/);
    expect(screen.queryByRole("button", { name: /^(放弃|接着做)/ })).toBeNull();
  });
});

describe("a mending", () => {
  it("shows what waits first, and why each scene stopped", async () => {
    await open(<Session />);
    const waiting = within(await screen.findByRole("region", { name: "等你看的" }));
    expect(waiting.getAllByRole("button", { name: /^看改动/ })).toHaveLength(2);
    const first = within(screen.getByRole("article", { name: "第二章　对岸的灯 · 江心" }));
    first.getByText("再改也好不了多少。");
    first.getByText("24 → 9 → 3.4");
    first.getByText("改好 2 · 没改 1（要先问过你）");
    await press("看改动：第二章　对岸的灯 · 江心");
    expect(useMendings.getState().scene).toBe(2);
  });

  it("shows the fixes of an issue with refusal and verdict", async () => {
    await open(<Session />);
    const [, second] = await screen.findAllByRole("button", { name: "改过的" });
    if (second === undefined) throw new Error("the second issue has no fixes");
    fireEvent.click(second);
    await screen.findByText("带着模型自己的话“以下是”。");
    screen.getByText("第 1 轮 · 请模型改写 · 越过边界，没有用");
    screen.getByText("判定 · 问题没有了 · 把握 86%");
    const [receipt] = screen.getAllByRole("button", { name: "看这次请求" });
    if (receipt !== undefined) fireEvent.click(receipt);
    expect(desk()).toMatchObject({ tab: "context", shown: { generation: 31 } });
  });

  it("takes decisions at the revision that was seen, and says when it has changed", async () => {
    const decide = vi.fn(() => {
      throw failure("bad_request");
    });
    await open(<Session />, { more: { "mend.decide": decide } });
    await press("同意用这个办法");
    await waitFor(() => expect(asks("mend.decide")).toEqual([{ issue: 3, seen: 3, decision: "reopen" }]));
    await waitFor(() => expect(said()).toEqual(["这一处刚才变了，已重新读取"]));
    const [refuse] = screen.getAllByRole("button", { name: "不改" });
    if (refuse !== undefined) fireEvent.click(refuse);
    await waitFor(() =>
      expect(asks("mend.decide").at(-1)).toEqual({ issue: 4, seen: 3, decision: "refuse" }),
    );
  });

  it("offers waiving, the canon item, and the place in the text", async () => {
    await open(<Session />);
    const [intended] = await screen.findAllByRole("button", { name: "有意如此…" });
    if (intended !== undefined) fireEvent.click(intended);
    expect(desk().dialog).toEqual({ name: "waive-finding", finding: 3 });
    const [canon] = screen.getAllByRole("button", { name: "改设定…" });
    if (canon !== undefined) fireEvent.click(canon);
    expect(desk()).toMatchObject({ tab: "lore", shown: { lore: 2 } });
  });

  it("takes the place of a lost issue from the selection", async () => {
    held.text = "灯还亮着。他心里想，灯还亮着。";
    const unchanged = scene(2, zh, {
      rounds: [{ round: 0, weight: 2000, open: 1, resolved: 0, new: 0, changed_chars: 0 }],
      best_round: null,
    });
    const lost = issue(4, { state: "partial", qc: "QC-013", revision: 6 });
    await open(<Session />, {
      more: {
        "mend.show": () =>
          detail(zh, { scenes: [unchanged], issues: [lost], session: session(1, zh, { waiting: 0 }) }),
        "mend.align": () => lost,
      },
    });
    await press("指出原处…");
    await press("就是选中的文字");
    await waitFor(() => expect(said()).toEqual(["先在正文里选中这一处的文字。"]));
    expect(asks("mend.align")).toEqual([]);
    const writing = await write();
    writing.view.dispatch({ selection: { anchor: 10, head: 14 } });
    await press("就是选中的文字");
    // The nearer of two equal passages.
    await waitFor(() =>
      expect(asks("mend.align")).toEqual([{ issue: 4, seen: 6, range: { start: 10, end: 14 } }]),
    );
    await button("指出原处…");
  });

  it("reads its record in order when it is opened", async () => {
    await open(<Session />);
    await press("修订记录");
    const record = within(await screen.findByRole("list", { name: "修订记录" }));
    expect(record.getAllByRole("listitem").map(({ textContent }) => textContent?.slice(5))).toEqual([
      " 开始修订 · 作者",
      " 改了一处 · 规则“名字写错” · 待修 #1 · 按规则的写法",
      " 改法越过边界 · 模型 yehang-7b · 待修 #2 · 请模型改写",
    ]);
  });

  it("that has ended is taken back as a whole", async () => {
    await open(<Session />, {
      more: {
        "mend.show": () =>
          detail(zh, {
            session: session(1, zh, { status: "completed", waiting: 0, ended_at: 1 }),
            scenes: [scene(2, zh, { fate: "accepted" })],
          }),
        "mend.take_back": () => ({ restored: [2], left: [3] }),
      },
    });
    await press("撤销已采纳的改动");
    await waitFor(() => expect(said()).toEqual(["已撤销，1 个场景回到修订之前"]));
    expect(held.notices[0]?.detail).toBe("有 1 个场景后来又改过，没有动。");
    // Its issues can no longer be decided.
    expect(screen.queryByRole("button", { name: "不改" })).toBeNull();
  });
});
