import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { openDialog, useDesk } from "@/desk/desk";
import { GuideDialog } from "./guide-dialog";
import { type GuideLanguage, guidePages } from "./pages";

beforeAll(() => startI18n("zh"));
afterEach(() => {
  cleanup();
  useDesk.setState({ dialog: null });
});

describe.each(["zh", "en"] as const)("the guide in %s", (language) => {
  it("has pages with titles, none of them missing", () => {
    const all = import.meta.glob("../../../../docs/guide/*/*.md", { query: "?raw" });
    const pages = guidePages(language);
    expect(pages).toHaveLength(Object.keys(all).filter((path) => path.includes(`/${language}/`)).length);
    for (const { title } of pages) expect(title).not.toBe("");
  });
});

const firstText = (language: GuideLanguage) => guidePages(language)[0]?.text ?? "";

it("joins paragraphs that were wrapped in the file", () => {
  const paragraphs = firstText("en").split("\n\n");
  expect(paragraphs[1]).toMatch(/^Wenfang is for .*without a network\.$/);
  expect(firstText("zh")).not.toMatch(/\p{Script=Han}\n\p{Script=Han}/u);
  expect(firstText("zh")).not.toContain("English");
});

it("opens at its beginning, follows links, and reopens where it was left", async () => {
  render(<GuideDialog />, { wrapper: UiProviders });
  act(() => openDialog({ name: "guide" }));
  const article = () => screen.getByRole("article");
  expect(await within(article()).findByRole("heading", { name: "作者指南" })).toBeTruthy();
  fireEvent.click(within(article()).getByRole("button", { name: "隐私" }));
  expect(within(article()).getByRole("heading", { name: "隐私" })).toBeTruthy();
  expect(screen.getByRole("navigation").querySelector("[aria-current=page]")?.textContent).toBe("隐私");
  act(() => useDesk.setState({ dialog: null }));
  act(() => openDialog({ name: "guide" }));
  expect(within(await screen.findByRole("article")).getByRole("heading", { name: "隐私" })).toBeTruthy();
});
