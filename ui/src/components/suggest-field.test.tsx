import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { SuggestField, type Suggestion, suggested } from "./suggest-field";
import { show } from "./testing";

const ALL: Suggestion[] = [{ value: "老何", also: ["何船工"] }, { value: "何家" }, { value: "小满" }];

it("ranks prefixes first, then infixes, then aliases", () => {
  expect(suggested(ALL, "何").map(({ value }) => value)).toEqual(["何家", "老何"]);
  expect(suggested(ALL, "船工").map(({ value }) => value)).toEqual(["老何"]);
  expect(suggested(ALL, " ")).toHaveLength(3);
  expect(suggested(ALL, "小满")).toEqual([]);
});

it("keeps any typed text, and opens no empty list", async () => {
  function Held() {
    const [value, setValue] = useState("");
    return <SuggestField label="谁" value={value} onChange={setValue} suggestions={ALL} />;
  }
  await show(<Held />);
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "谁" });
  field.focus();
  fireEvent.change(field, { target: { value: "阿七" } });
  expect(field.getAttribute("aria-expanded")).toBe("false");
  expect(field.value).toBe("阿七");
});
