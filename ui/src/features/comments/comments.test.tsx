import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { desk, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { forgetAll } from "@/desk/open-scenes";
import { type Asked, chooseFakeHost, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { Comments, CommentView, OpenedProject } from "@/ipc/types";
import { AddCommentDialog } from "./add-comment-dialog";
import { CommentsTab } from "./comments-tab";
import { countsOf, filtered, nameOf, writersOf } from "./listed";
import { nextComment } from "./next";
import { comments } from "./sample";
import { useCommentsView } from "./store";

const SAMPLE = comments((zh) => zh);
const LOOK = useCommentsView.getState();
const ANY = { state: null, writer: null, colour: null, query: "" };
const noticed = vi.fn();
let requests: Asked[];
let refuses: boolean;
let listed: Comments;

const ids = (list: readonly CommentView[]) => list.map(({ id }) => id);
const asked = (name: string) => requests.filter((one) => one.name === name).map(({ request }) => request);

beforeEach(async () => {
  await startI18n("zh");
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(60);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  answers.clear();
  forgetAll();
  refuses = false;
  listed = SAMPLE;
  noticed.mockClear();
  onNotice(noticed);
  useCommentsView.setState({ ...LOOK, reach: "book", state: null });
  const first = SAMPLE.comments[0] as CommentView;
  const answer = () => {
    if (refuses) throw failure("disk_full");
    return first;
  };
  const done = () => ({ count: 1 });
  requests = chooseFakeHost({
    "manuscript.outline": () => ({ volumes: [] }),
    "comments.list": () => listed,
    "comments.in_scene": () => ({ scene: 1, text: "version", version: 1, hash: "", comments: [] }),
    "comments.add": answer,
    "comments.edit": answer,
    "comments.reply": answer,
    "comments.set_state": done,
    "comments.remove": done,
    "comments.put_back": done,
  });
  useDesk.setState(({ shown }) => ({
    project: { writable: true } as OpenedProject,
    scene: null,
    dialog: null,
    shown: { ...shown, comment: null },
    centre: { kind: "timeline" },
  }));
});

const open = () =>
  show(
    <QueryClientProvider client={answers}>
      <CommentsTab />
      <AddCommentDialog />
    </QueryClientProvider>,
  );

const row = async (words: string) => {
  const found = (await screen.findByText(words)).closest("button");
  if (found === null) throw new Error(`no row ${words}`);
  found.focus();
  return found;
};

describe("the filter", () => {
  it("admits by state, writer, colour and words", () => {
    const admitted = (filter: Partial<typeof ANY>) =>
      ids(
        filtered(SAMPLE.comments, { ...ANY, ...filter } as never, (by) =>
          nameOf(by, i18next.getFixedT("zh", "comments")),
        ),
      );
    expect(admitted({})).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(admitted({ state: "done" as never })).toEqual([3]);
    expect(admitted({ colour: "blue" as never })).toEqual([2]);
    // The editor wrote the second, and a reply to the first.
    expect(admitted({ writer: "editor 林编" as never })).toEqual([1, 2]);
    expect(admitted({ query: "碑文" })).toEqual([1]);
    expect(admitted({ query: "林编" })).toEqual([1, 2]);
    expect(admitted({ query: "导入" })).toEqual([6]);
    // A passage that is only left out of print is nothing to be done.
    expect(admitted({ state: "open" as never })).toEqual([1, 2, 4, 6, 7]);
    expect(admitted({ state: "unprinted" as never })).toEqual([5]);
    expect(admitted({ query: "柳树下" })).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("counts what it admits", async () => {
    expect(countsOf(SAMPLE.comments)).toEqual({ open: 5, done: 1, unprinted: 1, removed: 0 });
    useCommentsView.setState({ query: "林编" });
    await open();
    expect(await screen.findByText("待处理 2 条，已处理 0 条")).toBeDefined();
  });

  it("counts only what it lists when it asks for a state", async () => {
    useCommentsView.setState({ state: "done" });
    await open();
    expect(await screen.findByText("已处理 1 条")).toBeDefined();
    act(() => useCommentsView.setState({ state: "open" }));
    expect(await screen.findByText("待处理 5 条")).toBeDefined();
  });

  it("lists removed comments, and puts one back", async () => {
    const [first] = SAMPLE.comments as [CommentView];
    useCommentsView.setState({ state: "removed" });
    listed = { comments: [{ ...first, removed_at: 5 }], open: 0, done: 0 };
    await open();
    fireEvent.click(await row("柳树在第九章被砍了，换成石碑？"));
    expect(asked("comments.list")).toEqual([{ removed: true }]);
    // A removed comment cannot be changed, only brought back.
    fireEvent.keyDown(document.activeElement as Element, { key: "d" });
    expect(screen.queryByRole("button", { name: "回复" })).toBeNull();
    listed = { comments: [], open: 0, done: 0 };
    fireEvent.click(await screen.findByRole("button", { name: "恢复" }));
    await waitFor(() => expect(asked("comments.put_back")).toEqual([{ comments: [1] }]));
    expect(asked("comments.set_state")).toEqual([]);
    await waitFor(() => expect(desk().shown.comment).toBeNull());
    expect(useCommentsView.getState().state).toBe("removed");
  });

  it("gives way to a comment that is shown from the text while it lists removed ones", async () => {
    useCommentsView.setState({ state: "removed" });
    listed = { comments: [], open: 0, done: 0 };
    await open();
    expect(await screen.findByText("没有删除过的批注")).toBeDefined();
    listed = SAMPLE;
    act(() => useDesk.setState(({ shown }) => ({ shown: { ...shown, comment: 3 } })));
    expect(await screen.findByText("查：渡口几点收船？")).toBeDefined();
  });

  it("closes a comment that it hides, not one that was asked for", async () => {
    useCommentsView.setState({ state: "open" });
    await open();
    fireEvent.click(await row("这里节奏慢了，删一句。"));
    expect(desk().shown.comment).toBe(2);
    act(() => useCommentsView.setState({ query: "碑文" }));
    await waitFor(() => expect(screen.queryByText("这里节奏慢了，删一句。")).toBeNull());
    expect(desk().shown.comment).toBeNull();
    // A done one, from its sign in the text.
    act(() => useDesk.setState(({ shown }) => ({ shown: { ...shown, comment: 3 } })));
    expect(await screen.findByText("查：渡口几点收船？")).toBeDefined();
    act(() => useCommentsView.setState({ query: "" }));
    await waitFor(() => expect(screen.queryByText("查：渡口几点收船？")).toBeNull());
  });

  it("shows passages without marks, and finds them so", async () => {
    const [first] = SAMPLE.comments as [CommentView];
    listed = { comments: [{ ...first, quote: "他**慢慢地**抬起**头" }], open: 1, done: 0 };
    useCommentsView.setState({ query: "地抬起头" });
    await open();
    expect(await screen.findByText("他慢慢地抬起头")).toBeDefined();
  });

  it("knows every writer once", () => {
    expect(writersOf(SAMPLE.comments)).toEqual([{}, { who: "editor", name: "林编" }, { who: "import" }]);
  });
});

it("goes from comment to comment, around the end", () => {
  const at = (shown: number | null, step: 1 | -1, scene: number | null = null) =>
    nextComment(SAMPLE.comments, { shown, scene }, step)?.id;
  expect([at(1, 1), at(7, 1), at(1, -1)]).toEqual([2, 1, 7]);
  expect([at(null, 1, 2), at(null, -1, 2), at(null, 1, 99)]).toEqual([5, 6, 1]);
});

describe("the list", () => {
  it("moves, opens, closes and removes by letters", async () => {
    await open();
    fireEvent.keyDown(await row("柳树在第九章被砍了，换成石碑？"), { key: "j" });
    await waitFor(() => expect(document.activeElement?.textContent).toContain("这里节奏慢了"));
    fireEvent.keyDown(document.activeElement as Element, { key: "d" });
    await waitFor(() => expect(asked("comments.set_state")).toEqual([{ comments: [2], state: "done" }]));
    fireEvent.keyDown(document.activeElement as Element, { key: "k" });
    await waitFor(() => expect(document.activeElement?.textContent).toContain("柳树在第九章"));
    fireEvent.keyDown(document.activeElement as Element, { key: "Delete" });
    await waitFor(() => expect(asked("comments.remove")).toEqual([{ comments: [1] }]));
    const [notice] = noticed.mock.calls.at(-1) as [{ action: { onSelect: () => void } }];
    notice.action.onSelect();
    await waitFor(() => expect(asked("comments.put_back")).toEqual([{ comments: [1] }]));
  });

  it("moves on from a comment that a press opened, and shows what the keys act on", async () => {
    await open();
    fireEvent.click(await row("柳树在第九章被砍了，换成石碑？"));
    expect(desk().shown.comment).toBe(1);
    // A press on a button of the open comment leaves the focus there.
    const inside = await screen.findByRole("button", { name: "到原文" });
    inside.focus();
    fireEvent.keyDown(inside, { key: "j" });
    await waitFor(() => expect(desk().shown.comment).toBe(2));
    await waitFor(() => expect(document.activeElement?.textContent).toContain("这里节奏慢了"));
    expect(document.activeElement?.getAttribute("aria-current")).toBe("true");
    // The focus shows, even if the last press was one of the mouse.
    expect(document.activeElement?.className).toContain("focus:outline-2");
    fireEvent.keyDown(document.activeElement as Element, { key: "d" });
    await waitFor(() => expect(asked("comments.set_state")).toEqual([{ comments: [2], state: "done" }]));
  });

  it("goes on from a comment that was shown from the text", async () => {
    await open();
    await row("柳树在第九章被砍了，换成石碑？");
    act(() => useDesk.setState(({ shown }) => ({ shown: { ...shown, comment: 3 } })));
    const shown = (await screen.findByText("查：渡口几点收船？")).closest("button");
    await waitFor(() => expect(shown?.tabIndex).toBe(0));
  });

  it("replies by key and gives the focus back to the row", async () => {
    await open();
    fireEvent.keyDown(await row("这里节奏慢了，删一句。"), { key: "r" });
    const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "回复" });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.getAllByRole("button", { name: "回复" })).toHaveLength(1);
    // Enter of an input method takes a word; it does not finish the reply.
    fireEvent.change(field, { target: { value: "删掉了。" } });
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    expect(asked("comments.reply")).toEqual([]);
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(asked("comments.reply")).toEqual([{ comment: 2, text: "删掉了。" }]));
    await waitFor(() => expect(document.activeElement?.textContent).toContain("这里节奏慢了"));
    expect(screen.queryByRole("textbox", { name: "回复" })).toBeNull();
  });

  it("keeps the words when they cannot be stored", async () => {
    refuses = true;
    await open();
    fireEvent.keyDown(await row("这里节奏慢了，删一句。"), { key: "e" });
    const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "修改" });
    fireEvent.change(field, { target: { value: "太慢" } });
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(noticed).toHaveBeenCalled());
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "修改" }).value).toBe("太慢");
  });

  it("changes nothing in a project for reading only", async () => {
    useDesk.setState({ project: { writable: false } as OpenedProject });
    await open();
    for (const key of ["d", "r", "e", "Delete"])
      fireEvent.keyDown(await row("这里节奏慢了，删一句。"), { key });
    expect(requests.map(({ name }) => name).filter((name) => !/list|outline|in_scene/.test(name))).toEqual(
      [],
    );
  });

  it("names deleted passages, and comments in the bin", async () => {
    await open();
    expect(await screen.findByText("原文已删")).toBeDefined();
    expect(screen.getByRole("heading", { name: "在回收站里" })).toBeDefined();
  });

  it("offers everything when nothing matches", async () => {
    useCommentsView.setState({ query: "没有这样的话" });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "全部显示" }));
    expect(await screen.findByText("这句先留着。")).toBeDefined();
  });
});

it("adds a comment with Enter", async () => {
  await open();
  const passage = { scene: 1, range: { start: 0, end: 2 }, quote: "断剑" };
  useDesk.setState({ dialog: { name: "add-comment", passage } });
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "批注" });
  fireEvent.change(field, { target: { value: "哪里来的？" } });
  fireEvent.click(screen.getByRole("radio", { name: "蓝" }));
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() =>
    expect(asked("comments.add")).toEqual([{ passage, text: "哪里来的？", colour: "blue" }]),
  );
  await waitFor(() => expect(desk().dialog).toBeNull());
  expect(desk().shown.comment).toBe(1);
});
