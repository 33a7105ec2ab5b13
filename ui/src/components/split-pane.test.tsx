import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { SplitPane } from "./split-pane";
import { show } from "./testing";

beforeAll(() => {
  HTMLElement.prototype.setPointerCapture ??= vi.fn();
});

function Example({ side = "start" }: { side?: "start" | "end" }) {
  const [size, setSize] = useState(200);
  const [collapsed, setCollapsed] = useState(false);
  return (
    <SplitPane
      label="目录的宽度"
      side={side}
      size={size}
      onSizeChange={setSize}
      min={150}
      max={300}
      collapsed={collapsed}
      onCollapsedChange={setCollapsed}
      pane="目录"
    >
      正文
    </SplitPane>
  );
}

const line = () => screen.getByRole("separator", { name: "目录的宽度" });
const now = () => line().getAttribute("aria-valuenow");

it("resizes by keys, within its bounds", async () => {
  await show(<Example />);
  expect(line().getAttribute("aria-orientation")).toBe("vertical");
  fireEvent.keyDown(line(), { key: "ArrowRight" });
  expect(now()).toBe("216");
  fireEvent.keyDown(line(), { key: "ArrowLeft", shiftKey: true });
  expect(now()).toBe("152");
  fireEvent.keyDown(line(), { key: "ArrowLeft" });
  expect(now()).toBe("150");
  fireEvent.keyDown(line(), { key: "End" });
  expect(now()).toBe("300");
});

it("grows in the other direction when the pane is at the end", async () => {
  await show(<Example side="end" />);
  fireEvent.keyDown(line(), { key: "ArrowLeft" });
  expect(now()).toBe("216");
});

it("collapses on Enter and keeps its size", async () => {
  await show(<Example />);
  fireEvent.keyDown(line(), { key: "Enter" });
  expect(now()).toBe("0");
  fireEvent.keyDown(line(), { key: "Enter" });
  expect(now()).toBe("200");
});

it("resizes by dragging, and collapses well below its minimum size", async () => {
  await show(<Example />);
  fireEvent.pointerDown(line(), { button: 0, clientX: 200, pointerId: 1 });
  fireEvent.pointerMove(line(), { clientX: 240 });
  expect(now()).toBe("240");
  fireEvent.pointerUp(line(), { clientX: 240 });
  expect(now()).toBe("240");
  fireEvent.pointerDown(line(), { button: 0, clientX: 240, pointerId: 1 });
  fireEvent.pointerMove(line(), { clientX: 20 });
  fireEvent.pointerUp(line(), { clientX: 20 });
  expect(now()).toBe("0");
});
