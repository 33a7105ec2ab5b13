import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { sizeOf } from "@/components/figures";
import { UiProviders } from "@/components/ui-providers";
import { desk, useDesk } from "@/desk/desk";
import { PACE } from "@/desk/paced-answer";
import { type Asked, chooseFakeHost, failure } from "@/ipc/fake-host";
import { answers, forget } from "@/ipc/queries";
import { DEFAULT_SETTINGS, type WrittenDay } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { boundsOf, midnight, signed, summaryOf, topOf } from "./days";
import { StatisticsView } from "./statistics-view";
import { TodayFigure } from "./today-figure";

const all = (value: number) => ({ standard: value, word: value, han: value, all: value });
const day = (net: number, from = 0): WrittenDay => ({
  from,
  until: from + 1,
  added: all(net === 0 ? 0 : Math.max(net, 0) + 10),
  removed: all(net === 0 ? 0 : Math.max(-net, 0) + 10),
  net: all(net),
  versions: 1,
  scenes: 1,
});

let requests: Asked[];
let net = 1234;

beforeAll(() => startI18n("zh"));
beforeEach(() => {
  answers.clear();
  net = 1234;
  useDesk.setState({
    project: sampleProject(),
    settings: { ...DEFAULT_SETTINGS, daily_goal: 2000 },
    centre: { kind: "writing" },
  });
  requests = chooseFakeHost({
    "statistics.days": ({ bounds }) => ({
      days: bounds.slice(1).map((_, at) => day(at === bounds.length - 2 ? net : 0, bounds[at])),
    }),
    "project.info": () => Promise.reject(failure("io")),
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(element: React.ReactElement) {
  return render(
    <QueryClientProvider client={answers}>
      <UiProviders>{element}</UiProviders>
    </QueryClientProvider>,
  );
}
const questions = () => requests.filter(({ name }) => name === "statistics.days");

describe("days", () => {
  it("begin at local midnight, also on clock changes", () => {
    const today = new Date(2026, 10, 21, 15, 30).getTime();
    const bounds = boundsOf(midnight(today), 400);
    expect(bounds).toHaveLength(401);
    expect(bounds.at(-2)).toBe(new Date(2026, 10, 21).getTime());
    expect(bounds.at(-1)).toBe(new Date(2026, 10, 22).getTime());
    expect(bounds.every((bound) => new Date(bound).getHours() === 0)).toBe(true);
  });

  it("form a streak up to today, or up to yesterday while nothing was written today", () => {
    const streak = (...nets: number[]) =>
      summaryOf(
        nets.map((one) => day(one)),
        "standard",
      ).streak;
    expect(streak(5, 0, 5, 5)).toBe(2);
    expect(streak(5, 5, 0)).toBe(2);
    expect(streak(5, 0, 0)).toBe(0);
    expect(streak(5, -5)).toBe(2);
    expect(streak()).toBe(0);
  });

  it("have a sum, an average of writing days, and a best one", () => {
    const summary = summaryOf([day(100), day(0), day(-40), day(300)], "han");
    expect(summary).toMatchObject({ sum: 360, average: 120, written: 3 });
    expect(summary.best?.net.han).toBe(300);
    expect(summaryOf([day(0)], "standard")).toMatchObject({ best: null, average: 0, streak: 0 });
  });

  it("are formatted as readable numbers", () => {
    const grouped = (value: number) => value.toLocaleString("en-US");
    expect([1234, -20, 0].map((value) => signed(value, grouped))).toEqual(["+1,234", "−20", "0"]);
    expect([0, 9, 1100, 3120, 9999].map((value) => topOf([value]))).toEqual([10, 10, 1500, 4000, 10000]);
    expect([512, 2048, 48_200_000].map(sizeOf)).toEqual(["512 B", "2.0 KB", "46.0 MB"]);
  });
});

describe("today's figure", () => {
  it("is shown against the goal, and links to the statistics", async () => {
    show(<TodayFigure />);
    const button = await screen.findByRole("button", { name: "今日 +1,234 / 2,000" });
    expect(questions()[0]?.request).toEqual({ bounds: boundsOf(midnight(Date.now()), 1) });
    fireEvent.click(button);
    expect(desk().centre).toEqual({ kind: "statistics" });
    act(() => useDesk.setState({ settings: DEFAULT_SETTINGS }));
    expect(screen.getByRole("button", { name: "今日 +1,234" })).not.toBeNull();
  });

  it("follows the writing, at most once per interval", async () => {
    vi.useFakeTimers();
    show(<TodayFigure />);
    await act(() => vi.advanceTimersByTimeAsync(10));
    net = 1300;
    act(() => forget(["drafts"]));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByRole("button").textContent).toBe("今日 +1,300 / 2,000");
    for (let turn = 0; turn < 20; turn += 1) {
      net += 1;
      act(() => forget(["drafts"]));
      await act(() => vi.advanceTimersByTimeAsync(200));
    }
    expect(questions().length).toBeLessThanOrEqual(2 + Math.ceil(4000 / PACE));
    await act(() => vi.advanceTimersByTimeAsync(PACE));
    expect(screen.getByRole("button").textContent).toBe("今日 +1,320 / 2,000");
    const before = questions().length;
    act(() => forget(["settings"]));
    await act(() => vi.advanceTimersByTimeAsync(PACE * 2));
    expect(questions()).toHaveLength(before);
  });

  it("restarts at midnight", async () => {
    vi.useFakeTimers();
    vi.setSystemTime(new Date(2026, 10, 21, 23, 58));
    show(<TodayFigure />);
    await act(() => vi.advanceTimersByTimeAsync(10));
    await act(() => vi.advanceTimersByTimeAsync(3 * 60 * 1000));
    expect(questions().at(-1)?.request).toEqual({
      bounds: [new Date(2026, 10, 22).getTime(), new Date(2026, 10, 23).getTime()],
    });
  });
});

describe("the page", () => {
  it("shows today, the days by keyboard and as a table, and failures separately", async () => {
    show(<StatisticsView />);
    await waitFor(() => expect(screen.getByText("离今日目标还差 766 字")).not.toBeNull());
    expect(screen.getByRole("progressbar", { name: "今日目标" }).getAttribute("aria-valuenow")).toBe("1234");
    expect(screen.getAllByRole("row")).toHaveLength(31);
    const chart = screen.getByRole("group", { name: /最近 30 天每天净增/ });
    fireEvent.keyDown(chart, { key: "ArrowLeft" });
    expect(screen.getByText(/\+1,234 字（写了 1,244，删了 10）/)).not.toBeNull();
    fireEvent.keyDown(chart, { key: "Home" });
    expect(screen.getByText(/没有写作/)).not.toBeNull();
    expect(screen.getByText("磁盘或系统出错")).not.toBeNull();
  });

  it("links to the settings without a goal", async () => {
    useDesk.setState({ settings: DEFAULT_SETTINGS });
    show(<StatisticsView />);
    fireEvent.click(await screen.findByRole("button", { name: "设定目标…" }));
    expect(desk().dialog).toEqual({ name: "settings" });
  });
});
