import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { SuggestField } from "./suggest-field";
import { type Suggestion, suggested } from "./suggestions";
import { highlight, show } from "./testing";

const ALL: Suggestion[] = [{ value: "老何", also: ["何船工"] }, { value: "何家" }, { value: "小满" }];

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "谁" });
const type = (text: string) => fireEvent.input(field(), { target: { value: text }, inputType: "insertText" });
const press = (key: string) => fireEvent.keyDown(field(), { key });

function Form({ onSubmit, listed }: { onSubmit: () => void; listed?: boolean }) {
  const [value, setValue] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <SuggestField label="谁" value={value} onChange={setValue} suggestions={ALL} listed={listed} />
    </form>
  );
}

async function open(listed = false) {
  const onSubmit = vi.fn();
  await show(<Form onSubmit={onSubmit} listed={listed} />);
  field().focus();
  return onSubmit;
}

it("ranks prefixes first, then infixes, then aliases", () => {
  expect(suggested(ALL, "何").map(({ value }) => value)).toEqual(["何家", "老何"]);
  expect(suggested(ALL, "船工").map(({ value }) => value)).toEqual(["老何"]);
  expect(suggested(ALL, " ")).toHaveLength(3);
  expect(suggested(ALL, "小满")).toEqual([]);
});

it("keeps any typed text, and opens no empty list", async () => {
  await open();
  type("阿七");
  expect(field().getAttribute("aria-expanded")).toBe("false");
  expect(field().value).toBe("阿七");
});

it("keeps typed text on Enter if any text is valid", async () => {
  await open();
  type("船");
  await screen.findByRole("option", { name: "老何" });
  expect(press("Enter")).toBe(true);
  expect(field().value).toBe("船");
});

it("highlights the only suggestion left where only listed text is valid, and Enter takes it", async () => {
  await open(true);
  type("船");
  const only = await screen.findByRole("option", { name: "老何" });
  expect(field().getAttribute("aria-activedescendant")).toBe(only.id);
  expect(press("Enter")).toBe(false);
  expect(field().value).toBe("老何");
});

it("takes the highlighted one of several, and none without a highlight", async () => {
  await open();
  type("何");
  await screen.findAllByRole("option");
  expect(press("Enter")).toBe(true);
  expect(field().value).toBe("何");
  type("何船");
  type("何");
  await screen.findAllByRole("option");
  expect(field().getAttribute("aria-activedescendant")).toBeNull();
  const highlighted = await highlight(field());
  expect(press("Enter")).toBe(false);
  expect(["何家", "老何"]).toContain(highlighted);
  expect(field().value).toBe(highlighted);
});

it("keeps the typed text after Escape, which closes the list", async () => {
  await open();
  type("船");
  await screen.findByRole("option");
  press("Escape");
  expect(press("Enter")).toBe(true);
  press("Escape");
  expect(field().value).toBe("船");
});
