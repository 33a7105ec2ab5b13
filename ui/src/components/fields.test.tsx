import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Checkbox } from "./checkbox";
import { FilterField } from "./filter-field";
import { NumberField } from "./number-field";
import { RadioGroup } from "./radio-group";
import { Segmented } from "./segmented";
import { Select } from "./select";
import { Slider } from "./slider";
import { Switch } from "./switch";
import { show } from "./testing";
import { TextArea } from "./text-area";
import { TextField } from "./text-field";

function described(element: Element): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "?").join(" | ");
}

it("connects label, hint and error with a field", async () => {
  const change = vi.fn();
  await show(<TextField label="标题" hint="二十字以内。" error="不能为空" value="" onChange={change} />);
  const field = screen.getByRole("textbox", { name: "标题" });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(described(field)).toBe("不能为空 | 二十字以内。");
  fireEvent.change(field, { target: { value: "夜雨" } });
  expect(change).toHaveBeenCalledWith("夜雨");
});

it("shows that a field is optional", async () => {
  await show(<TextArea label="备注" optional value="" onChange={() => undefined} />);
  expect(screen.getByRole("textbox", { name: /^备注\s*选填$/ })).not.toBeNull();
});

it("clears a filter with Esc, and leaves a second Esc to others", async () => {
  const outside = vi.fn();
  function Example() {
    const [query, setQuery] = useState("夜雨");
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: represents an outside listener
      <div onKeyDown={(event) => outside(event.key)}>
        <FilterField label="筛选目录" value={query} onChange={setQuery} />
      </div>
    );
  }
  await show(<Example />);
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "筛选目录" });
  fireEvent.keyDown(field, { key: "Escape", isComposing: true });
  expect(field.value).toBe("夜雨");
  outside.mockClear();
  fireEvent.keyDown(field, { key: "Escape" });
  expect(field.value).toBe("");
  expect(outside).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Escape" });
  expect(outside).toHaveBeenCalledWith("Escape");
});

it("clears a filter with its button and restores the focus", async () => {
  const change = vi.fn();
  await show(<FilterField label="筛选目录" value="夜雨" onChange={change} />);
  fireEvent.click(screen.getByRole("button", { name: "清除" }));
  expect(change).toHaveBeenCalledWith("");
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
});

it("names a number and its step buttons", async () => {
  const change = vi.fn();
  await show(<NumberField label="每章字数" value={4000} onChange={change} min={0} step={100} unit="字" />);
  // A form accepts a number between two steps.
  expect(document.querySelector<HTMLInputElement>("input[type=number]")?.step).toBe("any");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "每章字数" }).value).toBe("4,000");
  fireEvent.keyDown(screen.getByRole("textbox", { name: "每章字数" }), { key: "ArrowUp" });
  expect(change).toHaveBeenLastCalledWith(4100);
});

it("describes a slider's value in words", async () => {
  await show(
    <Slider label="字号" value={18} min={12} max={32} onChange={() => undefined} format={(n) => `${n} px`} />,
  );
  // It is hidden until it has been measured, which never happens here.
  const slider = screen.getByRole("slider", { hidden: true });
  expect(slider.getAttribute("aria-valuetext")).toBe("18 px");
  expect(document.getElementById(slider.getAttribute("aria-labelledby") ?? "")?.textContent).toBe("字号");
});

it("names switches and boxes, and reports changes", async () => {
  const turned = vi.fn();
  const ticked = vi.fn();
  await show(
    <>
      <Switch label="自动备份" description="每天一次。" checked={false} onChange={turned} />
      <Checkbox label="全部" checked={false} indeterminate onChange={ticked} />
    </>,
  );
  const toggle = screen.getByRole("switch", { name: "自动备份", checked: false });
  expect(described(toggle)).toBe("每天一次。");
  fireEvent.click(toggle);
  expect(turned).toHaveBeenCalledWith(true);
  const box = screen.getByRole("checkbox", { name: "全部" });
  expect(box.getAttribute("aria-checked")).toBe("mixed");
  fireEvent.click(screen.getByText("全部"));
  expect(ticked).toHaveBeenCalledWith(true);
});

it("chooses one of several", async () => {
  const choose = vi.fn();
  const options = [
    { value: "scene", label: "场景" },
    { value: "chapter", label: "整章" },
  ] as const;
  await show(
    <>
      <RadioGroup label="范围" value="scene" onChange={choose} options={options} />
      <Segmented label="视图" value="scene" onChange={choose} options={options} />
    </>,
  );
  expect(screen.getByRole("radiogroup", { name: "范围" })).not.toBeNull();
  const segments = screen.getByRole("radiogroup", { name: "视图" });
  const [first, second] = [...segments.querySelectorAll('[role="radio"]')];
  expect(first?.getAttribute("aria-checked")).toBe("true");
  if (second) fireEvent.click(second);
  expect(choose).toHaveBeenCalledWith("chapter");
});

it("names a select by its label and its value", async () => {
  await show(
    <Select
      label="字数口径"
      value="standard"
      onChange={() => undefined}
      options={[
        { value: "standard", label: "标准字数" },
        { value: "han", label: "纯汉字" },
      ]}
    />,
  );
  expect(screen.getByRole("combobox", { name: "字数口径 标准字数" })).not.toBeNull();
});
