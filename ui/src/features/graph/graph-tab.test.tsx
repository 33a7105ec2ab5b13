import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import type { ToastOptions } from "@/components/toast";
import { UiProviders } from "@/components/ui-providers";
import { type Dialog, desk, showItem, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { sampleProject } from "@/stories/stage";
import { commands } from "./commands";
import { GraphCentre } from "./graph-centre";
import { GraphDialogs } from "./graph-dialogs";
import { GraphTab } from "./graph-tab";
import { answersOf, connectionOf } from "./sample-answers";
import { Surface } from "./surface";
import { useTabState } from "./tab-state";

beforeAll(() => startI18n("zh"));

let requests: Asked[] = [];
let notices: ToastOptions[] = [];
const zh = (words: string) => words;
const NOTHING_SHOWN = { lore: null, entity: null, thread: null, event: null, generation: null };

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(34);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  notices = [];
  onNotice((notice) => void notices.push(notice));
  const ends = { from: "", to: "" };
  useTabState.setState({
    view: "all",
    asOf: "end",
    filter: "",
    kind: "all",
    ends,
    narrated: false,
    takesFocus: false,
  });
});
afterEach(cleanup);

interface Begin {
  more?: FakeAnswers;
  entity?: number | null;
  dialog?: Dialog;
  writable?: boolean;
}

function open(element: ReactNode, { more = {}, entity = null, dialog, writable = true }: Begin = {}) {
  answers.clear();
  requests = chooseFakeHost({ ...answersOf(zh), ...more });
  useDesk.setState({
    project: sampleProject({ writable }),
    scene: 10,
    centre: { kind: "writing" },
    tab: "graph",
    shown: { ...NOTHING_SHOWN, entity },
    dialog: dialog ?? null,
  });
  return render(<QueryClientProvider client={answers}>{element}</QueryClientProvider>, {
    wrapper: UiProviders,
  });
}
const askedFor = (name: string) => requests.filter((one) => one.name === name).map((one) => one.request);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("the list", () => {
  it("is filtered by alias; Delete removes, and the notice restores", async () => {
    open(<GraphTab />);
    await screen.findByText("铜哨");
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "船工" } });
    await waitFor(() => expect(screen.queryByText("铜哨")).toBeNull());
    const row = screen.getByText("老何").closest("button") as HTMLElement;
    row.focus();
    fireEvent.keyDown(row, { key: "Delete" });
    await waitFor(() => expect(askedFor("kg.remove")).toEqual([{ items: [{ entity: 2 }] }]));
    await waitFor(() => expect(notices).toHaveLength(1));
    notices[0]?.action?.onSelect();
    await waitFor(() => expect(askedFor("kg.put_back")).toEqual([{ items: [{ entity: 2 }] }]));
  });

  it("opens an entity, and Esc returns to its row", async () => {
    open(<GraphTab />);
    const row = (await screen.findByText("林晚")).closest("button") as HTMLElement;
    row.focus();
    fireEvent.click(row);
    const article = await screen.findByRole("article", { name: "林晚" });
    expect(document.activeElement?.contains(article)).toBe(true);
    fireEvent.keyDown(article, { key: "Escape" });
    expect(desk().shown.entity).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(row));
  });

  it("changes nothing in a read-only project", async () => {
    open(<GraphTab />, { writable: false });
    const row = (await screen.findByText("老何")).closest("button") as HTMLElement;
    fireEvent.keyDown(row, { key: "Delete" });
    expect(askedFor("kg.remove")).toEqual([]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "新建" }).disabled).toBe(true);
  });

  it("explains how to begin, and reports a failure", async () => {
    open(<GraphTab />, { more: { "kg.entities": () => ({ entities: [] }) } });
    await screen.findByText("还没有实体");
    press("新建实体…");
    expect(desk().dialog).toMatchObject({ name: "edit-entity" });
    act(() => useDesk.setState({ centre: { kind: "graph", entity: null } }));
    // The empty graph in the centre explains it.
    expect(screen.queryByText("还没有实体")).toBeNull();
    expect(screen.queryByRole("button", { name: "新建实体…" })).toBeNull();
    cleanup();
    open(<GraphTab />, { more: { "kg.entities": () => Promise.reject(failure("damaged")) } });
    await screen.findByText("作品文件有损坏");
  });
});

describe("an entity", () => {
  it("shows span, modality and confidence, and collapses what does not hold", async () => {
    open(<GraphTab />, { entity: 1 });
    const facts = await screen.findByRole("region", { name: "事实" });
    expect(within(facts).getByText("“第3章 渡口”起 – “第10章 渡口”止")).toBeTruthy();
    expect(within(facts).getByText("传闻")).toBeTruthy();
    expect(within(facts).getByText("可信度 60%")).toBeTruthy();
    expect(screen.queryByText("炼气")).toBeNull();
    const fold = screen.getByRole("button", { name: "此时不成立 · 1" });
    fireEvent.click(fold);
    expect(screen.getByText("炼气")).toBeTruthy();
    expect(within(screen.getByRole("region", { name: "关系" })).getByText("…的师父")).toBeTruthy();
  });

  it("is shown as of the open scene", async () => {
    open(<GraphTab />, { entity: 1 });
    fireEvent.click(await screen.findByRole("radio", { name: "当前场景" }));
    await waitFor(() =>
      expect(askedFor("kg.entity")).toEqual([
        { entity: 1, at: null },
        { entity: 1, at: 10 },
      ]),
    );
  });

  it("is shown as of the end of any chapter", async () => {
    open(<GraphTab />, { entity: 1 });
    fireEvent.click(await screen.findByRole("radio", { name: "某一章末" }));
    const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "选择一章" });
    expect(field.value).toBe("第10章 渡口");
    field.focus();
    fireEvent.keyDown(field, { key: "ArrowDown" });
    const option = await screen.findByRole("option", { name: "第3章 渡口" });
    fireEvent.pointerDown(option);
    fireEvent.click(option);
    await waitFor(() => expect(askedFor("kg.entity").at(-1)).toEqual({ entity: 1, at: 30 }));
  });

  it("evidence leads to its current place; missing evidence is reported", async () => {
    open(<GraphTab />, { entity: 1 });
    fireEvent.click(await screen.findByRole("button", { name: "查看出处：那一夜，她的灵台亮了起来。" }));
    await waitFor(() => expect(desk().scene).toBe(9));
    expect(askedFor("scene.locate")).toEqual([{ scene: 9, version: 1, range: { start: 10, end: 23 } }]);
    cleanup();
    const gone = { range: null, method: "diff3", confidence: 0, excerpt: null } as const;
    open(<GraphTab />, { entity: 1, more: { "scene.locate": () => gone } });
    fireEvent.click(await screen.findByRole("button", { name: "查看出处：那一夜，她的灵台亮了起来。" }));
    await waitFor(() => expect(notices[0]?.text).toBe("原文改过了，这句话已经找不到"));
  });

  it("a statement ends at the open scene, and the notice undoes it", async () => {
    open(<GraphTab />, { entity: 1 });
    await screen.findByRole("region", { name: "事实" });
    press("“林晚 · 境界：筑基”的操作");
    fireEvent.click(await screen.findByRole("menuitem", { name: "从当前场景起不再成立" }));
    await waitFor(() => expect(askedFor("kg.end")).toEqual([{ item: { fact: 1 }, scene: 10 }]));
    await waitFor(() => expect(notices).toHaveLength(1));
    notices[0]?.action?.onSelect();
    await waitFor(() =>
      expect(askedFor("kg.save_fact")).toMatchObject([{ fact: 1, subject: { id: 1 }, valid_to: null }]),
    );
  });

  it("an ended statement holds again from the open scene on", async () => {
    open(<GraphTab />, { entity: 1 });
    await screen.findByRole("region", { name: "事实" });
    press("“林晚 · 所在：渡口”的操作");
    const end = await screen.findByRole("menuitem", { name: "从当前场景起不再成立" });
    expect(end.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(screen.getByRole("menuitem", { name: "从当前场景起重新成立" }));
    await waitFor(() => expect(askedFor("kg.reopen")).toEqual([{ item: { fact: 2 }, scene: 10 }]));
  });

  it("a removed entity is reported, and another one takes its place", async () => {
    const more = { "kg.entity": () => Promise.reject(failure("not_found")) };
    open(<GraphTab />, { entity: 1, more });
    await screen.findByText("这个实体已经不在了");
    act(() => showItem("entity", null));
    await screen.findByText("铜哨");
  });
});

it("a command shows the changes of the open chapter", async () => {
  open(<GraphTab />);
  await act(async () => commands.find(({ id }) => id === "graph.changes")?.run());
  await screen.findByRole("region", { name: "本章的变化" });
  expect(askedFor("kg.changes")).toEqual([{ chapter: 10 }]);
  screen.getByText("不再成立的事实");
});

describe("dialogs", () => {
  const passage = { scene: 30, range: { start: 4, end: 18 }, quote: "林晚把铜哨塞进小满手里" };
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByLabelText(name), { target: { value } });

  it("a fact from a passage starts with its named entity and scene", async () => {
    open(<GraphDialogs />, { dialog: { name: "edit-fact", fact: null, passage } });
    const subject = await screen.findByLabelText<HTMLInputElement>("谁（或什么）");
    expect(subject.value).toBe("林晚");
    expect(screen.getByLabelText<HTMLInputElement>("从哪里起成立").value).toBe("3 · 第3章 渡口 · 场景 2");
    type("属性", "持有");
    type("内容", "铜哨");
    expect(screen.getByText("指实体“铜哨”")).toBeTruthy();
    fireEvent.click(screen.getByRole("switch"));
    press("建立");
    await waitFor(() => expect(desk().dialog).toBeNull());
    expect(askedFor("kg.save_fact")).toEqual([
      {
        subject: { id: 1 },
        predicate: "持有",
        object: { entity: 6 },
        valid_from: 30,
        valid_to: null,
        modality: "narrated",
        passage,
        replaces: true,
      },
    ]);
    expect(notices[0]?.detail).toBe("1 条旧事实在此结束");
  });

  it("text stays text if the author says so; new names create entities", async () => {
    open(<GraphDialogs />, { dialog: { name: "edit-fact", fact: null } });
    await screen.findByLabelText("属性");
    type("谁（或什么）", "阿七");
    expect(screen.getByText("还没有“阿七”，保存时会新建")).toBeTruthy();
    type("属性", "外号");
    type("内容", "渡口");
    fireEvent.click(screen.getByRole("checkbox"));
    press("建立");
    await waitFor(() =>
      expect(askedFor("kg.save_fact")).toMatchObject([
        { subject: { name: "阿七" }, object: { text: "渡口" }, valid_from: 10 },
      ]),
    );
  });

  it("a known fact keeps its ends", async () => {
    open(<GraphDialogs />, { dialog: { name: "edit-fact", fact: 2, subject: 1 } });
    await screen.findByLabelText("属性");
    expect(screen.getByLabelText<HTMLInputElement>("到哪里止").value).toBe("10 · 第10章 渡口");
    press("保存");
    await waitFor(() =>
      expect(askedFor("kg.save_fact")).toEqual([
        {
          fact: 2,
          subject: { id: 1 },
          predicate: "所在",
          object: { entity: 4 },
          valid_from: 3,
          valid_to: 10,
          modality: "narrated",
        },
      ]),
    );
  });

  it("a relation needs two different entities", async () => {
    open(<GraphDialogs />, { dialog: { name: "edit-relation", relation: null, from: 1 } });
    await screen.findByLabelText("关系");
    type("关系", "师父");
    type("对谁", "晚娘");
    expect(screen.getByText("要选两个不同的实体")).toBeTruthy();
    type("对谁", "小满");
    expect(screen.getByText("林晚是小满的师父")).toBeTruthy();
    press("建立");
    await waitFor(() =>
      expect(askedFor("kg.save_relation")).toMatchObject([{ from: { id: 1 }, to: { id: 3 }, kind: "师父" }]),
    );
  });

  it("a taken name is reported at the field, and the input stays", async () => {
    const nameTaken = failure("name_taken", { details: { name: "老何", title: "何老大" } });
    open(<GraphDialogs />, {
      dialog: { name: "edit-entity", entity: null, called: "老何" },
      more: { "kg.save_entity": () => Promise.reject(nameTaken) },
    });
    const name = await screen.findByLabelText<HTMLInputElement>("名称");
    expect(name.value).toBe("老何");
    press("建立");
    await screen.findByText("“老何”已经是“何老大”的名字");
    expect(name.value).toBe("老何");
    expect(name.getAttribute("aria-invalid")).toBe("true");
  });

  it("a quote that disappeared is reported, and the dialog stays", async () => {
    open(<GraphDialogs />, {
      dialog: { name: "edit-fact", fact: null, passage },
      more: { "kg.save_fact": () => Promise.reject(failure("quote_not_found")) },
    });
    await screen.findByLabelText("属性");
    type("属性", "持有");
    type("内容", "一枚哨子");
    press("建立");
    await screen.findByText("原文里没有这句话");
    expect(screen.getByLabelText<HTMLInputElement>("内容").value).toBe("一枚哨子");
  });
});

describe("the connection of two entities", () => {
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it("shows the shortest chains with their evidence, by name or alias", async () => {
    open(<GraphTab />);
    fireEvent.click(await screen.findByRole("radio", { name: "路径" }));
    screen.getByText("两者是怎样连起来的？");
    type("谁", "何船工");
    type("与谁", "没有这人");
    await screen.findByText("没有这个实体");
    expect(askedFor("kg.connection")).toEqual([]);
    type("与谁", "青云门");
    await screen.findByText("2 条最短的路径，每条 2 步");
    expect(askedFor("kg.connection").at(-1)).toEqual({
      from: { id: 2 },
      to: { id: 5 },
      at: null,
      narrated_only: false,
    });
    const [first, second] = screen.getAllByRole("heading", { level: 3 });
    expect([first?.textContent, second?.textContent]).toEqual(["老何–林晚–青云门", "老何–小满–青云门"]);
    screen.getByText("有人说她是青云门的人。");
    fireEvent.click(screen.getByRole("radio", { name: "当前场景" }));
    await waitFor(() => expect(askedFor("kg.connection").at(-1)).toMatchObject({ at: 10 }));
  });

  it("says how far each of two unconnected ones reaches, and widens the search", async () => {
    const apart = { ...connectionOf(zh), chains: [], from_reaches: 4, to_reaches: 0 };
    open(<GraphTab />, { more: { "kg.connection": () => apart } });
    fireEvent.click(await screen.findByRole("radio", { name: "路径" }));
    type("谁", "老何");
    type("与谁", "青云门");
    await screen.findByText("两者在任何时候都没有连起来");
    screen.getByText("老何连到 4 个实体");
    expect(screen.queryByRole("button", { name: "不限时间和方式" })).toBeNull();
    fireEvent.click(screen.getByRole("switch", { name: "只看叙述" }));
    await waitFor(() => expect(askedFor("kg.connection").at(-1)).toMatchObject({ narrated_only: true }));
    await screen.findByText("只按叙述的内容");
    fireEvent.click(await screen.findByRole("button", { name: "不限时间和方式" }));
    await waitFor(() => expect(useTabState.getState().narrated).toBe(false));
  });

  it("says as of when two are not connected", async () => {
    const apart = { ...connectionOf(zh), chains: [], from_reaches: 4, to_reaches: 0 };
    open(<GraphTab />, { more: { "kg.connection": () => apart } });
    useTabState.setState({ view: "connection", ends: { from: "老何", to: "青云门" }, asOf: "scene" });
    await screen.findByText(/^到当前场景（.+）为止，两者没有连起来$/);
    fireEvent.click(screen.getByRole("radio", { name: "某一章末" }));
    await screen.findByText(/^到.+末为止，两者没有连起来$/);
  });

  it("is highlighted in the graph while the tab shows it", async () => {
    const followed = vi.spyOn(Surface.prototype, "follow");
    open(<GraphCentre entity={null} />);
    useDesk.setState({ tab: "graph" });
    useTabState.setState({ view: "connection", ends: { from: "老何", to: "青云门" } });
    await waitFor(() =>
      expect(followed).toHaveBeenLastCalledWith([
        ["2", "1", "5"],
        ["2", "3", "5"],
      ]),
    );
    act(() => useTabState.setState({ view: "all" }));
    await waitFor(() => expect(followed).toHaveBeenLastCalledWith([]));
  });

  it("begins at an entity; the second one can be chosen in the graph", async () => {
    open(<GraphTab />, { entity: 1 });
    fireEvent.click(await screen.findByRole("button", { name: "更多操作" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "关系路径" }));
    expect(useTabState.getState()).toMatchObject({ view: "connection", ends: { from: "林晚", to: "" } });
    cleanup();
    open(<GraphCentre entity={null} />);
    fireEvent.click(await screen.findByRole("radio", { name: "表" }));
    fireEvent.click(screen.getByRole("row", { name: /青云门/ }));
    expect(useTabState.getState().ends).toEqual({ from: "林晚", to: "青云门" });
    expect(desk().shown.entity).toBeNull();
    fireEvent.click(screen.getByRole("row", { name: /青云门/ }));
    expect(desk().shown.entity).toBe(5);
  });
});

describe("the graph in the centre", () => {
  it("requests the surroundings of an entity, as of the open scene, at the chosen distance", async () => {
    open(<GraphCentre entity={1} />);
    await screen.findByText("只看林晚的周围");
    fireEvent.click(screen.getByRole("radio", { name: "一步" }));
    fireEvent.click(await screen.findByRole("radio", { name: "当前场景" }));
    await waitFor(() =>
      expect(askedFor("kg.neighbours").at(-1)).toEqual({
        entity: 1,
        hops: 1,
        at: 10,
        narrated_only: false,
      }),
    );
    press("显示全部");
    expect(desk().centre).toEqual({ kind: "graph", entity: null });
  });

  it("opens the selection in the inspector, and a statement in its dialog", async () => {
    open(<GraphCentre entity={null} />);
    fireEvent.click(await screen.findByRole("radio", { name: "表" }));
    fireEvent.click(screen.getByRole("row", { name: /青云门/ }));
    expect(desk()).toMatchObject({ tab: "graph", shown: { entity: 5 } });
    fireEvent.click(screen.getByRole("tab", { name: /关系与事实/ }));
    fireEvent.doubleClick(screen.getByRole("row", { name: /筑基/ }));
    expect(desk().dialog).toEqual({ name: "edit-fact", fact: 1, subject: 1 });
  });

  it("explains how to begin; Esc returns to writing", async () => {
    open(<GraphCentre entity={null} />, {
      more: { "kg.graph": () => ({ nodes: [], edges: [], facts: [] }) },
    });
    await screen.findByText("还没有实体");
    useDesk.setState({ centre: { kind: "graph", entity: null } });
    fireEvent.keyDown(screen.getByRole("button", { name: "新建实体…" }), { key: "Escape" });
    expect(desk().centre).toEqual({ kind: "writing" });
  });
});
