import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { desk, useDesk } from "@/desk/desk";
import { type Asked, chooseFakeHost } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { Providers, UsageSummary } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { spent, UNUSED, USED } from "./sample";
import { byModel, shareOf, sum } from "./totals";
import { UsageDialog } from "./usage-dialog";
import { UsageFigure } from "./usage-figure";
import { bounds } from "./use-usage";

beforeAll(() => startI18n("zh"));
afterEach(cleanup);

const NONE = { prompt: 0, completion: 0, cached: 0, estimated: false };
let requests: Asked[] = [];

function open(
  usage: UsageSummary,
  providers: unknown[] = [{ provider: { id: "deepseek", name: "DeepSeek" } }],
) {
  answers.clear();
  requests = chooseFakeHost({
    "usage.summary": () => usage,
    "providers.list": () => ({ providers }) as Providers,
  });
  useDesk.setState({ project: sampleProject(), dialog: null });
  return render(
    <QueryClientProvider client={answers}>
      <UsageFigure />
      <UsageDialog />
    </QueryClientProvider>,
    { wrapper: UiProviders },
  );
}

const answered = () => waitFor(() => expect(answers.isFetching()).toBe(0));

describe("sums", () => {
  it("never mix currencies; an unknown price is shown as such", () => {
    const all = sum([
      spent("a", { micros: 5 }),
      spent("b", { micros: 7, currency: "USD" }),
      spent("a", { micros: 4, failed: 2 }),
      spent("c", { currency: null, micros: 0, tokens: { ...NONE, prompt: 1 } }),
    ]);
    expect(all.costs).toEqual([
      { currency: "CNY", micros: 9 },
      { currency: "USD", micros: 7 },
    ]);
    expect([all.calls, all.failed, all.unpriced]).toEqual([12, 2, true]);
  });

  it("calls without tokens are not unpriced", () => {
    expect(sum([spent("a", { currency: null, micros: 0, tokens: NONE })]).unpriced).toBe(false);
  });

  it("are grouped by model, whatever the task", () => {
    const rows = byModel([spent("a"), spent("b"), spent("a", { task: "rewrite" })]);
    expect(rows.map(({ model, calls }) => [model, calls])).toEqual([
      ["a", 6],
      ["b", 3],
    ]);
  });

  it("a ceiling counts its own currency", () => {
    const ceiling = { currency: "CNY", micros: 100 };
    expect(shareOf([{ currency: "USD", micros: 90 }], ceiling)).toBe(0);
    expect(shareOf([{ currency: "CNY", micros: 50 }], ceiling)).toBe(0.5);
    expect(shareOf([], null)).toBeNull();
  });
});

it("days and months begin by the local clock", () => {
  const at = new Date(2026, 10, 22, 9, 30);
  expect(bounds(at.getTime())).toEqual({
    day: new Date(2026, 10, 22).getTime(),
    month: new Date(2026, 10, 1).getTime(),
  });
});

describe("the figure of the status bar", () => {
  it("shows today's usage, and warns near the ceiling", async () => {
    open(USED);
    const figure = await screen.findByRole("button", {
      name: "今日 约 3.3万 token · ¥0.14 起",
    });
    await waitFor(() => expect(figure.className).toContain("text-warning"));
    const { day, month } = bounds(Date.now());
    expect(requests.find(({ name }) => name === "usage.summary")?.request).toEqual({ day, month });
  });

  it("is hidden if no models are used", async () => {
    open(UNUSED, []);
    await answered();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is visible with a model set up, before any usage", async () => {
    open(UNUSED);
    expect(await screen.findByRole("button", { name: "今日未用模型" })).toBeTruthy();
  });
});

describe("the table", () => {
  it("has a row for each model and their total, for the day and the month", async () => {
    open(USED);
    fireEvent.click(await screen.findByRole("button", { name: /^今日/ }));
    expect(desk().dialog).toEqual({ name: "usage" });
    const rows = (await screen.findAllByRole("row")).map((row) => row.textContent);
    expect(rows[1]).toBe("deepseek-chatDeepSeek4失败 124,000缓存 12,0008,200¥0.14");
    expect(rows[2]).toBe("qwen3:8bollama3900300未填价格");
    expect(rows[3]).toContain("合计");
    expect(screen.getByText(/其中含估算/)).toBeTruthy();
    expect(screen.getByText("每次生成最多 ¥1.00。")).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "本月" }));
    expect((await screen.findAllByRole("row"))[1]?.textContent).toContain("210");
  });

  it("says when nothing was used", async () => {
    open(UNUSED);
    useDesk.setState({ dialog: { name: "usage" } });
    expect(await screen.findByText("今天还没有用过模型")).toBeTruthy();
    expect(screen.getByText("没有设 30 天的花费上限。")).toBeTruthy();
  });
});
