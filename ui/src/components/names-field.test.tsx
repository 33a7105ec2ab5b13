import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { NamesField, namesIn } from "./names-field";
import type { Suggestion } from "./suggestions";
import { highlight, show } from "./testing";

function Names({ first = [], suggestions }: { first?: string[]; suggestions?: Suggestion[] }) {
  const [names, setNames] = useState<string[]>(first);
  return (
    <>
      <NamesField label="别名" value={names} onChange={setNames} suggestions={suggestions} />
      <output>{names.join("|")}</output>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "别名" });
const names = () => screen.getByRole("status").textContent;

it("splits at Western and Chinese commas", () => {
  expect(namesIn(" 宝玉、宝二爷，怡红公子, Alice Liddell\n绛洞花主 ,")).toEqual([
    "宝玉",
    "宝二爷",
    "怡红公子",
    "Alice Liddell",
    "绛洞花主",
  ]);
});

it("adds on Enter without duplicates, and removes the last on Backspace", async () => {
  await show(<Names />);
  for (const name of ["宝玉", "颦儿", "宝玉"]) {
    fireEvent.change(field(), { target: { value: name } });
    fireEvent.keyDown(field(), { key: "Enter" });
  }
  expect(names()).toBe("宝玉|颦儿");
  expect(field().value).toBe("");
  fireEvent.keyDown(field(), { key: "Backspace" });
  expect(names()).toBe("宝玉");
});

it("adds on a comma, and continues with the rest", async () => {
  await show(<Names />);
  fireEvent.change(field(), { target: { value: "宝玉，" } });
  expect(names()).toBe("宝玉");
  expect(field().value).toBe("");
  fireEvent.change(field(), { target: { value: "颦儿、怡红" } });
  expect(names()).toBe("宝玉|颦儿");
  expect(field().value).toBe("怡红");
  fireEvent.change(field(), { target: { value: "，" } });
  expect(names()).toBe("宝玉|颦儿");
});

it("takes the typed text on Enter, and the suggestion that is highlighted", async () => {
  await show(
    <Names suggestions={[{ value: "林黛玉", also: ["颦儿"] }, { value: "宝玉" }, { value: "宝钗" }]} />,
  );
  const chosen = screen.getByRole<HTMLInputElement>("combobox", { name: "别名" });
  chosen.focus();
  const type = (text: string) =>
    fireEvent.input(chosen, { target: { value: text }, inputType: "insertText" });
  type("颦");
  await screen.findByRole("option", { name: "林黛玉" });
  await highlight(chosen);
  fireEvent.keyDown(chosen, { key: "Enter" });
  expect(names()).toBe("林黛玉");
  expect(chosen.value).toBe("");
  type("宝");
  expect(await screen.findAllByRole("option")).toHaveLength(2);
  fireEvent.keyDown(chosen, { key: "Enter" });
  expect(names()).toBe("林黛玉|宝");
  type("宝");
  await screen.findAllByRole("option");
  const highlighted = await highlight(chosen);
  fireEvent.keyDown(chosen, { key: "Enter" });
  expect(names()).toBe(`林黛玉|宝|${highlighted}`);
  type("阿七，");
  expect(names()).toBe(`林黛玉|宝|${highlighted}|阿七`);
});

it("adds typed text on blur", async () => {
  await show(<Names />);
  fireEvent.change(field(), { target: { value: "宝二爷" } });
  fireEvent.blur(field());
  expect(names()).toBe("宝二爷");
});

it("splits pasted text", async () => {
  await show(<Names first={["宝玉"]} />);
  fireEvent.paste(field(), { clipboardData: { getData: () => "宝玉、宝二爷，怡红公子" } });
  expect(names()).toBe("宝玉|宝二爷|怡红公子");
});

it("moves through the names by keys and removes one", async () => {
  await show(<Names first={["甲", "乙", "丙"]} />);
  field().focus();
  fireEvent.keyDown(field(), { key: "ArrowLeft" });
  const last = screen.getByRole("button", { name: "去掉“丙”" });
  expect(document.activeElement).toBe(last);
  fireEvent.keyDown(last, { key: "ArrowLeft" });
  fireEvent.keyDown(screen.getByRole("button", { name: "去掉“乙”" }), { key: "Delete" });
  expect(names()).toBe("甲|丙");
  expect(document.activeElement).toBe(field());
});

it("leaves Enter to an input method", async () => {
  await show(<Names />);
  fireEvent.change(field(), { target: { value: "bao" } });
  fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  expect(names()).toBe("");
});
