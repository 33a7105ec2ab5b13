import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import type { ToastOptions } from "@/components/toast";
import { UiProviders } from "@/components/ui-providers";
import { desk, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers, forget } from "@/ipc/queries";
import type { ProposalStatus, Review, Reviewed } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { commands } from "./commands";
import { ReviewCentre } from "./review-centre";
import { answersOf, batchesOf, proposalsOf } from "./sample";
import { forgetReview, useReview } from "./state";

beforeAll(() => startI18n("zh"));

let requests: Asked[] = [];
let notices: ToastOptions[] = [];
const zh = (words: string) => words;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(30);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  notices = [];
  onNotice((notice) => void notices.push(notice));
});
afterEach(cleanup);

/** A backend that stores decisions. */
function deciding(): FakeAnswers {
  const status = new Map<number, ProposalStatus>();
  const becomes = { accept: "applied", reject: "rejected", reopen: "pending" } as const;
  return {
    "kg.proposals": (request) => ({
      proposals: proposalsOf(zh)
        .map((one) => ({ ...one, status: status.get(one.id) ?? one.status }))
        .filter((one) => one.status === request.status),
      batches: batchesOf(zh),
    }),
    "kg.review": ({ proposal, decision }) => {
      status.set(proposal, becomes[decision]);
      return { proposal, status: becomes[decision], kept: [] };
    },
    "kg.review_all": ({ reviews, not_names }) => {
      const decided = reviews.map(({ proposal, decision }) => {
        status.set(proposal, becomes[decision]);
        return { proposal, status: becomes[decision], kept: [] };
      });
      queueMicrotask(() => forget(["proposals"]));
      return { decided, refused: [], ignored: not_names ?? [] };
    },
    "kg.proposal_counts": () => ({ counts: [{ proposal: 3, total: 40 }] }),
  };
}

async function open(more: FakeAnswers = {}, writable = true) {
  answers.clear();
  requests = chooseFakeHost({ ...answersOf(zh), ...deciding(), ...more });
  useDesk.setState({ project: sampleProject({ writable }), scene: 3, centre: { kind: "review" } });
  forgetReview();
  render(
    <QueryClientProvider client={answers}>
      <ReviewCentre />
    </QueryClientProvider>,
    { wrapper: UiProviders },
  );
  await waitFor(() => expect(askedFor("kg.proposals").length).toBeGreaterThan(0));
}
const askedFor = (name: string) => requests.filter((one) => one.name === name).map((one) => one.request);
const root = () => screen.getByRole("region", { name: "待确认" });
const key = (name: string, more: object = {}) => fireEvent.keyDown(root(), { key: name, ...more });
const shown = (name: string) => screen.findByRole("article", { name });

const FIRST = "“林晚”是一个人物";
const SECOND = "“何船工”是老何的别名";
const THIRD = "老何是小满的师父";

describe("deciding by keyboard", () => {
  it("accepts, rejects and moves on at once; undo returns", async () => {
    await open();
    await shown(FIRST);
    expect(document.activeElement).toBe(root());
    screen.getByText("第 1 条，共 10 条");
    key("a");
    await shown(SECOND);
    screen.getByText("第 2 条，共 10 条");
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
      "已采纳：林晚。 下一条：老何：何船工",
    );
    key("R");
    await shown(THIRD);
    await waitFor(() =>
      expect(askedFor("kg.review")).toEqual([
        { proposal: 1, decision: "accept" },
        { proposal: 2, decision: "reject" },
      ]),
    );
    act(() => forget(["proposals"]));
    key("z", { ctrlKey: true });
    await waitFor(() => expect(askedFor("kg.review").at(-1)).toEqual({ proposal: 2, decision: "reopen" }));
    act(() => forget(["proposals"]));
    await shown(SECOND);
    key("u");
    await waitFor(() => expect(askedFor("kg.review").at(-1)).toEqual({ proposal: 1, decision: "reopen" }));
    act(() => forget(["proposals"]));
    await shown(FIRST);
    screen.getByText("第 1 条，共 10 条");
  });

  it("keeps what is put back current while the backend's list lacks it", async () => {
    const backend = deciding();
    let reopen = () => {};
    const reopened = new Promise<void>((resolve) => {
      reopen = resolve;
    });
    const review = backend["kg.review"] as (request: Review) => Reviewed;
    await open({
      ...backend,
      "kg.review": async (request) => {
        if (request.decision === "reopen") await reopened;
        return review(request);
      },
    });
    await shown(FIRST);
    key("r");
    await waitFor(() => expect(askedFor("kg.review").length).toBe(1));
    const asked = askedFor("kg.proposals").length;
    act(() => forget(["proposals"]));
    await waitFor(() => expect(askedFor("kg.proposals").length).toBe(asked + 1));
    await shown(SECOND);
    key("u");
    await shown(FIRST);
    reopen();
    await waitFor(() => expect(useReview.getState().returning).toEqual([]));
    await shown(FIRST);
    screen.getByText("第 1 条，共 10 条");
  });

  it("moves without deciding", async () => {
    await open();
    await shown(FIRST);
    key("ArrowRight");
    await shown(SECOND);
    key("ArrowLeft");
    await shown(FIRST);
    expect(askedFor("kg.review")).toEqual([]);
  });

  it("leaves keys to fields, and Space to buttons", async () => {
    await open();
    await shown(FIRST);
    const filter = screen.getByRole("combobox", { name: /类型/ });
    fireEvent.keyDown(filter, { key: "a" });
    fireEvent.keyDown(screen.getByRole("button", { name: "采纳" }), { key: " " });
    expect(askedFor("kg.review")).toEqual([]);
    expect(desk().centre).toEqual({ kind: "review" });
  });

  it("recognises letters while an input method is active", async () => {
    await open();
    await shown(FIRST);
    key("Process", { code: "KeyA" });
    await shown(SECOND);
  });

  it("shows the quote in the text and returns to the same place", async () => {
    await open();
    await shown(FIRST);
    key("ArrowRight");
    await shown(SECOND);
    key("o");
    await waitFor(() => expect(desk()).toMatchObject({ centre: { kind: "writing" }, scene: 3 }));
    expect(useReview.getState().chosen).toBe(2);
  });
});

it("edits before accepting", async () => {
  await open();
  await shown(FIRST);
  key("e");
  const form = await screen.findByRole("form", { name: "改后采纳" });
  fireEvent.change(within(form).getByLabelText("名称"), { target: { value: " 林晚娘 " } });
  fireEvent.keyDown(within(form).getByLabelText("名称"), { key: "r" });
  fireEvent.submit(form);
  await shown(SECOND);
  await waitFor(() =>
    expect(askedFor("kg.review")).toEqual([
      {
        proposal: 1,
        decision: "accept",
        corrected: { kind: "entity", name: "林晚娘", entity_kind: "character", aliases: ["晚娘"] },
      },
    ]),
  );
});

it("does not accept what the text no longer says, and says why", async () => {
  await open();
  await shown(FIRST);
  for (const _ of [1, 2, 3, 4]) key("ArrowRight");
  await shown("林晚 · 身世：青云门");
  screen.getByText(/原文改过了/);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "采纳" }).disabled).toBe(true);
  key("a");
  expect(askedFor("kg.review")).toEqual([]);
  key("r");
  await waitFor(() => expect(askedFor("kg.review")).toEqual([{ proposal: 5, decision: "reject" }]));
});

it("a decision refused by the backend returns with the reason", async () => {
  const nameTaken = failure("name_taken", { details: { name: "何船工", title: "何家" } });
  await open({ "kg.review": () => Promise.reject(nameTaken) });
  await shown(FIRST);
  key("ArrowRight");
  await shown(SECOND);
  key("a");
  await screen.findByText("这个名字已经有主了");
  await shown(SECOND);
  screen.getByText("第 2 条，共 10 条");
});

it("says when all is done, and what was decided", async () => {
  const [one] = proposalsOf(zh);
  if (one === undefined) throw new Error("no sample");
  await open({ "kg.proposals": () => ({ proposals: [one], batches: [] }) });
  await shown(FIRST);
  key("a");
  await screen.findByText("都看完了");
  screen.getByText("采纳 1 条，拒绝 0 条。");
  key("u");
  await shown(FIRST);
});

it("is filtered by type, and shows rejected ones", async () => {
  await open();
  await shown(FIRST);
  act(() => useReview.setState({ filter: { type: "relation", batch: null, status: "pending" } }));
  await shown(THIRD);
  screen.getByText("第 1 条，共 2 条");
  key("r");
  await waitFor(() => expect(askedFor("kg.review")).toHaveLength(1));
  act(() => useReview.setState({ filter: { type: "all", batch: null, status: "rejected" } }));
  await screen.findByRole("button", { name: "放回待确认" });
  expect(askedFor("kg.proposals").at(-1)).toEqual({ status: "rejected" });
});

describe("batches", () => {
  it("a command undoes the latest, after confirmation; kept items are listed", async () => {
    await open();
    await shown(FIRST);
    await act(async () => commands.find(({ id }) => id === "review.undo_last_batch")?.run());
    const dialog = await screen.findByRole("alertdialog");
    fireEvent.click(within(dialog).getByRole("button", { name: "撤销整批" }));
    await waitFor(() => expect(askedFor("kg.undo_batch")).toEqual([{ batch: 2 }]));
    const left = await screen.findByRole("region", { name: "没有收回的内容" });
    await within(left).findByText("林晚 · 境界：筑基");
    within(left).getByText("之后改过");
    within(left).getByText("别处还在用");
    expect(notices[0]).toMatchObject({ text: "已撤销整批，收回 2 条", detail: "留下 2 项" });
  });

  it("there may be none to undo", async () => {
    await open({ "kg.proposals": () => ({ proposals: [], batches: [] }) });
    await act(async () => commands.find(({ id }) => id === "review.undo_last_batch")?.run());
    await waitFor(() => expect(notices[0]?.text).toBe("没有可以撤销的批次"));
  });

  it("very sure ones are accepted automatically if the author wants it", async () => {
    await open();
    fireEvent.click(await screen.findByRole("tab", { name: /批次/ }));
    fireEvent.click(await screen.findByRole("switch", { name: "置信度 ≥ 90% 自动采纳" }));
    await waitFor(() => expect(askedFor("kg.set_proposal_settings")).toEqual([{ apply_sure: false }]));
  });
});

it("extracts from the text, and reports the result", async () => {
  const none = () => ({ proposals: [], batches: [] });
  await open({ "kg.proposals": none });
  fireEvent.click(await screen.findByRole("button", { name: "在当前章里找" }));
  await waitFor(() => expect(askedFor("kg.extract")).toEqual([{ scene: 3 }]));
  await waitFor(() =>
    expect(notices[0]).toMatchObject({
      text: "找到 4 条待确认",
      detail: "另有 0 条已自动采纳，1 条太不确定，没有列入",
    }),
  );
});

it("decides nothing in a read-only project", async () => {
  await open({}, false);
  await shown(FIRST);
  key("a");
  key("r");
  expect(askedFor("kg.review")).toEqual([]);
  screen.getByText("作品是只读打开的，不能作决定");
});

describe("deciding several at once", () => {
  const boxes = () =>
    within(screen.getByRole("list", { name: "建议列表" })).getAllByRole<HTMLInputElement>("checkbox");

  it("accepts the selection in one request, undone as one", async () => {
    await open();
    await shown(FIRST);
    const [row] = screen.getAllByRole("button", { name: /^实体\s*林晚/ });
    if (row === undefined) throw new Error("no row");
    row.focus();
    fireEvent.keyDown(row, { key: " " });
    fireEvent.click(boxes()[2] as HTMLInputElement, { shiftKey: true });
    expect(screen.getByText("已选 3 条")).toBeDefined();
    const bar = within(screen.getByRole("toolbar", { name: "对勾选的建议" }));
    fireEvent.click(bar.getByRole("button", { name: "采纳 3 条" }));
    await waitFor(() => expect(notices.at(-1)?.text).toBe("已采纳 3 条"));
    expect(askedFor("kg.review_all")).toEqual([
      { reviews: [1, 2, 3].map((proposal) => ({ proposal, decision: "accept" })) },
    ]);
    expect(askedFor("kg.review")).toEqual([]);
    await waitFor(() => expect(boxes()).toHaveLength(7));
    notices.at(-1)?.action?.onSelect();
    await waitFor(() => expect(boxes()).toHaveLength(10));
  });

  it("is sorted by frequency in the book", async () => {
    await open();
    await shown(FIRST);
    act(() => useReview.setState({ order: "frequency" }));
    await shown(THIRD);
    expect(askedFor("kg.proposal_counts")).toHaveLength(1);
  });

  it("has no checkboxes in a read-only project", async () => {
    await open({}, false);
    await shown(FIRST);
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});
