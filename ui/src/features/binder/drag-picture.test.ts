import { expect, it } from "vitest";
import { drawPreview } from "./row-dragging";

it("renders the dragged row where the container is", () => {
  const row = document.createElement("div");
  row.className = "absolute top-0";
  row.style.transform = "translateY(56px)";
  row.dataset.key = "chapter:2";
  row.textContent = "第二章 夜雨";
  const container = document.createElement("div");
  drawPreview(row, container);
  const [picture] = container.children as unknown as HTMLElement[];
  expect(picture?.textContent).toBe("第二章 夜雨");
  expect(picture?.style.transform).toBe("none");
  expect(picture?.classList.contains("absolute")).toBe(false);
  expect(container.querySelector("[data-key]")).toBeNull();

  drawPreview(row, container, "已选 3 行");
  expect(container.lastElementChild?.textContent).toBe("第二章 夜雨已选 3 行");
});
