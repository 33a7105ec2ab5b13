import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { ferryYears, manyEvents, type SampleTimeline } from "./sample";
import { TimelineView } from "./timeline-view";

beforeAll(() => startI18n("zh"));
beforeEach(() => {
  // A virtual list renders what fits; nothing has a size here.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(360);
});
afterEach(cleanup);

function show(made: SampleTimeline) {
  const heard = { onSelect: vi.fn(), onOpen: vi.fn(), onOrder: vi.fn() };
  function Kept() {
    const [selected, setSelected] = useState<string | null>(null);
    const onSelect = (id: string) => {
      heard.onSelect(id);
      setSelected(id);
    };
    return <TimelineView {...made} {...heard} order="story" selected={selected} onSelect={onSelect} />;
  }
  render(<Kept />, { wrapper: UiProviders });
  return heard;
}

const stop = () => document.querySelector('[data-stop="true"]') as HTMLElement;

it("events show time, place, people, and telling order", () => {
  show(ferryYears((zh) => zh));
  const first = screen.getByRole("option", { name: /老陶收留落水的孩子/ });
  const rowText = first.textContent ?? "";
  for (const part of ["倒叙", "十二年前 秋", "白石渡", "第9章", "人物：老陶和林渡川"])
    expect(rowText).toContain(part);
  expect(screen.getByRole("option", { name: /小满戴上铜铃.*按讲述位置/ })).toBeTruthy();
});

it("arrows select, Enter opens", () => {
  const heard = show(ferryYears((zh) => zh));
  stop().focus();
  fireEvent.keyDown(stop(), { key: "ArrowDown" });
  expect(heard.onSelect).toHaveBeenLastCalledWith("2");
  expect(stop()).toBe(document.activeElement);
  expect(stop().getAttribute("aria-selected")).toBe("true");
  fireEvent.keyDown(stop(), { key: "End" });
  expect(heard.onSelect).toHaveBeenLastCalledWith("11");
  fireEvent.keyDown(stop(), { key: "Enter" });
  expect(heard.onOpen).toHaveBeenCalledWith("11");
});

it("renders few of many, and shows the total", () => {
  show(manyEvents(10_000, 200, (zh) => zh));
  const options = screen.getAllByRole("option");
  expect(options.length).toBeLessThan(60);
  expect(options[0]?.getAttribute("aria-setsize")).toBe("10000");
  expect(screen.getByText(/另有 19\d 人没有显示/)).toBeTruthy();
});

it("requests another order", () => {
  const heard = show(ferryYears((zh) => zh));
  fireEvent.click(screen.getByRole("radio", { name: "讲述顺序" }));
  expect(heard.onOrder).toHaveBeenCalledWith("telling");
});

it("chosen people filter the events", async () => {
  show(ferryYears((zh) => zh));
  fireEvent.click(screen.getByRole("button", { name: /显示哪些人物/ }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "周砚" }));
  expect(
    screen.getAllByRole("option", { hidden: true }).map((one) => one.getAttribute("aria-setsize"))[0],
  ).toBe("3");
});

it("explains an empty timeline", () => {
  show({ events: [], lanes: [] });
  expect(screen.getByText("还没有事件")).toBeTruthy();
});
