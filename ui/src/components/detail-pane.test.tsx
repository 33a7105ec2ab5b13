import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { DetailPane } from "./detail-pane";
import { show } from "./testing";

async function open(onBack: () => void) {
  await show(
    <div>
      <input aria-label="正文" />
      <DetailPane title="断剑的来历" onBack={onBack}>
        <input aria-label="线索" />
      </DetailPane>
    </div>,
  );
  return { field: screen.getByRole("textbox", { name: "线索" }) };
}

describe("a detail pane", () => {
  it("goes back by Esc, Alt+← and its button, once each", async () => {
    const back = vi.fn();
    const { field } = await open(back);
    const button = screen.getByRole("button", { name: "返回列表" });
    fireEvent.keyDown(field, { key: "Escape" });
    expect(back).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(field, { key: "ArrowLeft", altKey: true });
    expect(back).toHaveBeenCalledTimes(2);
    fireEvent.keyDown(button, { key: "Escape" });
    expect(back).toHaveBeenCalledTimes(3);
    fireEvent.click(button);
    expect(back).toHaveBeenCalledTimes(4);
  });

  it("leaves other keys and the keys of an input method alone", async () => {
    const back = vi.fn();
    const { field } = await open(back);
    fireEvent.keyDown(field, { key: "ArrowLeft" });
    fireEvent.keyDown(field, { key: "Escape", isComposing: true });
    fireEvent.keyDown(screen.getByRole("textbox", { name: "正文" }), { key: "Escape" });
    expect(back).not.toHaveBeenCalled();
  });

  it("takes the focus when nothing has it, and is named by its title", async () => {
    await open(vi.fn());
    expect(document.activeElement).toBe(screen.getByRole("article", { name: "断剑的来历" }));
  });

  it("leaves the focus to an author who is writing", async () => {
    const editor = document.createElement("textarea");
    document.body.append(editor);
    editor.focus();
    await open(vi.fn());
    expect(document.activeElement).toBe(editor);
    editor.remove();
  });
});
