// Workflow dialogs: input, running again, automatic workflows.
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Dialog, desk } from "@/desk/desk";
import type { FakeAnswers } from "@/ipc/fake-host";
import { forget } from "@/ipc/queries";
import { RunAgainDialog } from "./run-again-dialog";
import { completedRun } from "./sample";
import { sampleList } from "./sample-workflows";
import { StartWorkflowDialog } from "./start-dialog";
import { WorkflowSwitchesDialog } from "./switches-dialog";
import { asks, button, clear, open, press, shows, zh } from "./testing";

configure({ asyncUtilTimeout: 8000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(clear);

describe("a workflow", () => {
  it("with its own input asks for it field by field", async () => {
    const dialog: Dialog = { name: "start-workflow", workflow: "bible_impact" };
    await open(<StartWorkflowDialog />, { dialog });
    const field = await screen.findByRole("textbox", { name: "要找的名字和词" });
    await press("运行");
    await screen.findByText("请填写");
    expect(document.activeElement).toBe(field);
    expect(asks("workflow.start")).toEqual([]);
    fireEvent.change(field, { target: { value: "老周、铜秤" } });
    fireEvent.blur(field);
    await waitFor(() => expect(screen.queryByText("请填写")).toBeNull());
    await press("运行");
    await waitFor(() =>
      expect(asks("workflow.start")).toEqual([
        {
          workflow: "bible_impact",
          input: { words: ["老周", "铜秤"] },
          agreed: 24_400,
          ceiling: { currency: "CNY", micros: 180_000 },
        },
      ]),
    );
    expect(desk().dialog).toBeNull();
  });

  it("that uses a model shows which, how often and the cost, and respects the author's limit", async () => {
    const asking = {
      cost: { currency: "CNY", micros: 90_000 },
      may_cost: true,
      asks: { models: ["deepseek-chat"], requests: 4, prompt_tokens: 12_000, answer_tokens: 2_000 },
    };
    const more: FakeAnswers = { "workflow.preview_start": () => asking };
    const again = async () => {
      await open(<StartWorkflowDialog />, {
        dialog: { name: "start-workflow", workflow: "chapter_completion", chapter: 2 },
        more,
      });
      await screen.findByText("约花费 ¥0.09");
      screen.getByText(/请 deepseek-chat 回答约 4 次/);
    };
    await again();
    expect(asks("workflow.preview_start")).toEqual([{ workflow: "chapter_completion", chapter: 2 }]);
    const field = screen.getByRole("textbox", { name: "最多花费（CNY）" });
    expect((field as HTMLInputElement).value).toBe("0.18");
    fireEvent.change(field, { target: { value: "0.5" } });
    fireEvent.blur(field);
    await press("运行");
    const of = { workflow: "chapter_completion", chapter: 2 };
    await waitFor(() =>
      expect(asks("workflow.start")).toEqual([
        { ...of, agreed: 14_000, ceiling: { currency: "CNY", micros: 500_000 } },
      ]),
    );
    cleanup();
    clear();
    await again();
    await press("由本机做");
    await waitFor(() =>
      expect(asks("workflow.start")).toEqual([{ ...of, input: { by: "local" }, agreed: 0 }]),
    );
  });
});

describe("running again", () => {
  it("previews what runs, what is reused and the cost before it starts", async () => {
    await open(<RunAgainDialog />, { dialog: { name: "run-again", run: 7, node: "extract_kg" } });
    const runs = within(await screen.findByRole("region", { name: "会运行" }));
    await waitFor(() => runs.getByText("提取设定"));
    within(screen.getByRole("region", { name: "沿用结果" })).getByText("写本章摘要");
    screen.getByText("约花费 ¥0.09");
    screen.getByRole("dialog", { name: "从这里重做" });
    await button("从这里重做");
    fireEvent.click(screen.getByRole("checkbox", { name: "不沿用原有结果" }));
    fireEvent.click(screen.getByRole("radio", { name: "只这一步" }));
    await waitFor(() =>
      expect(asks("workflow.preview_again").at(-1)).toEqual({
        run: 7,
        node: "extract_kg",
        only: true,
        fresh: true,
      }),
    );
    await waitFor(async () =>
      expect(((await button("只重做这一步")) as HTMLButtonElement).disabled).toBe(false),
    );
    await press("只重做这一步");
    await waitFor(() => expect(desk().shown.run).toBe(21));
    expect(asks("workflow.run_again")).toEqual([
      { run: 7, node: "extract_kg", only: true, fresh: true, agreed: 24_400 },
    ]);
    expect(desk().dialog).toBeNull();
  });

  it("edits parameters starting from the original ones", async () => {
    const view = completedRun(zh);
    view.nodes = view.nodes.map((node) => ({ ...node, params: { chapter: "{{item}}" } }));
    await open(<RunAgainDialog />, {
      dialog: { name: "run-again", run: 7, node: "extract_kg" },
      more: { "workflow.show": shows(view) },
    });
    await press("修改这一步的参数");
    const field = await screen.findByRole("textbox", { name: "修改这一步的参数" });
    expect(JSON.parse((field as HTMLTextAreaElement).value)).toEqual({ chapter: "{{item}}" });
    screen.getByText(/\{\{…\}\}会换成运行时的值/);
    for (const wrong of ["{oops", "[1]", ""]) {
      fireEvent.change(field, { target: { value: wrong } });
      await screen.findByText("参数要写成一个 JSON 对象，例如 {}");
      expect(((await button("从这里重做")) as HTMLButtonElement).disabled).toBe(true);
    }
    await press("改回原来的");
    expect(JSON.parse((field as HTMLTextAreaElement).value)).toEqual({ chapter: "{{item}}" });
    fireEvent.change(field, { target: { value: '{"most": 3}' } });
    fireEvent.blur(field);
    await waitFor(async () =>
      expect(((await button("从这里重做")) as HTMLButtonElement).disabled).toBe(false),
    );
    await press("从这里重做");
    await waitFor(() => expect(asks("workflow.run_again")).toHaveLength(1));
    expect(asks("workflow.run_again")[0]).toMatchObject({ params: { most: 3 } });
  });
});

describe("automatic workflows", () => {
  it("use no model without a ceiling", async () => {
    let on = false;
    const listed = () => {
      const list = sampleList();
      return {
        ...list,
        switches: list.switches.map((one) => (one.workflow === "chapter_completion" ? { ...one, on } : one)),
      };
    };
    const more: FakeAnswers = {
      "workflow.list": listed,
      "workflow.switch": () => {
        on = true;
        return {};
      },
    };
    await open(<WorkflowSwitchesDialog />, { dialog: { name: "workflow-switches" }, more });
    const completion = within(await screen.findByRole("region", { name: "完成本章" }));
    fireEvent.click(completion.getByRole("switch"));
    const of = { workflow: "chapter_completion", trigger: "chapter_completed" };
    await waitFor(() => expect(asks("workflow.switch")).toEqual([{ ...of, on: true, ceiling: null }]));
    act(() => forget(["workflows"]));
    const field = await completion.findByRole("textbox", { name: "三十天内最多花费" });
    fireEvent.change(field, { target: { value: "0.3" } });
    fireEvent.blur(field);
    await waitFor(() =>
      expect(asks("workflow.switch")[1]).toEqual({
        ...of,
        on: true,
        ceiling: { currency: "CNY", micros: 300_000 },
      }),
    );
    const reindex = within(screen.getByRole("region", { name: "重建索引" }));
    fireEvent.click(reindex.getByRole("switch"));
    await waitFor(() => expect(asks("workflow.switch")).toHaveLength(3));
    expect(asks("workflow.switch")[2]).toMatchObject({ workflow: "reindex", on: false });
  });

  it("include the steps of a profile after an acceptance", async () => {
    const more: FakeAnswers = { "workflow.switch": () => ({}) };
    await open(<WorkflowSwitchesDialog />, { dialog: { name: "workflow-switches" }, more });
    const slow = within(await screen.findByRole("region", { name: "生成方案“慢写”" }));
    const field = slow.getByRole("textbox", { name: "三十天内最多花费" });
    fireEvent.change(field, { target: { value: "2" } });
    fireEvent.blur(field);
    const ceiling = { currency: "CNY", micros: 2_000_000 };
    const expected = { workflow: "settle.slow", trigger: "scene_saved", on: true, ceiling };
    await waitFor(() => expect(asks("workflow.switch")).toEqual([expected]));
  });
});
