import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "./testing";
import { TextCard } from "./text-card";

async function placeOf(beside: { left: number; top: number; bottom: number }) {
  const { unmount } = await show(
    <TextCard beside={beside} width={300}>
      卡
    </TextCard>,
  );
  const { left, top, bottom, maxHeight } = screen.getByText("卡").style;
  unmount();
  return { left, top, bottom, maxHeight };
}

it("is below the passage, above it near the bottom, and always inside the window", async () => {
  Object.assign(window, { innerWidth: 1000, innerHeight: 700 });
  expect(await placeOf({ left: 100, top: 80, bottom: 100 })).toEqual({
    left: "100px",
    top: "106px",
    bottom: "",
    maxHeight: "586px",
  });
  expect(await placeOf({ left: 990, top: 600, bottom: 620 })).toEqual({
    left: "692px",
    top: "",
    bottom: "106px",
    maxHeight: "586px",
  });
});
