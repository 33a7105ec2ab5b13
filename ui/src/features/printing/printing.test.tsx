// Printing against a fake host: what is asked for, and what is on paper.
import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { openDialog, useDesk } from "@/desk/desk";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import type { PrintBook } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { PrintDialog } from "./print-dialog";
import { sampleBook } from "./sample-book";

vi.setConfig({ testTimeout: 30_000 });
beforeAll(() => startI18n("zh"));
afterEach(() => {
  cleanup();
  useDesk.setState({ dialog: null, scene: null });
});

const counts = { standard: 2, word: 2, han: 2, all: 2 };
const scene = (id: number) => ({
  id,
  title: "",
  status: "planned" as const,
  target: null,
  version: 1,
  counts,
});

function host(change: FakeAnswers = {}): Asked[] {
  return chooseFakeHost({
    "manuscript.outline": () => ({
      volumes: [
        {
          id: 1,
          title: "",
          counts,
          chapters: [
            { id: 7, title: "一", status: "planned", target: null, counts, scenes: [scene(70)] },
            { id: 8, title: "二", status: "planned", target: null, counts, scenes: [scene(80)] },
          ],
        },
      ],
    }),
    "project.print_text": () => sampleBook,
    "window.print": () => ({}),
    ...change,
  });
}

function open(openScene: number | null = null, language: "zh" | "en" = "zh") {
  answers.clear();
  useDesk.setState({ project: { ...sampleProject(), language }, dialog: null, scene: openScene });
  render(
    <QueryClientProvider client={answers}>
      <UiProviders>
        <PrintDialog />
      </UiProviders>
    </QueryClientProvider>,
  );
  act(() => openDialog({ name: "print" }));
}

const asked = (requests: Asked[], wanted: string) => requests.filter(({ name }) => name === wanted);
const paper = () => document.querySelector(".printed");

describe("printing", () => {
  it("prints the whole book with the system's dialog, and leaves nothing in the page", async () => {
    const requests = host();
    open();
    fireEvent.click(await screen.findByRole("button", { name: "打印…" }));
    await screen.findByText(/系统的打印窗口已经打开/);
    expect(asked(requests, "project.print_text")).toMatchObject([
      { request: { scope: "book", chapter: null } },
    ]);
    expect(asked(requests, "window.print")).toHaveLength(1);
    expect(paper()?.parentElement).toBe(document.body);
    fireEvent.click(screen.getByRole("button", { name: "再次打开打印窗口" }));
    await vi.waitFor(() => expect(asked(requests, "window.print")).toHaveLength(2));
    fireEvent.click(screen.getByRole("button", { name: "完成" }));
    expect(paper()).toBeNull();
  });

  it("prints the chapter of the open scene, in vertical lines", async () => {
    const requests = host();
    open(80);
    fireEvent.click(await screen.findByRole("radio", { name: "本章" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "竖排，从右向左" }));
    fireEvent.click(screen.getByRole("button", { name: "打印…" }));
    await screen.findByText(/系统的打印窗口已经打开/);
    expect(asked(requests, "project.print_text")).toMatchObject([
      { request: { scope: "chapter", chapter: 8 } },
    ]);
    expect(document.documentElement.classList.contains("prints-vertical")).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "完成" }));
    expect(document.documentElement.classList.contains("prints-vertical")).toBe(false);
  });

  it("has every mark on paper, and words as text", async () => {
    host();
    open();
    fireEvent.click(await screen.findByRole("button", { name: "打印…" }));
    await screen.findByText(/系统的打印窗口已经打开/);
    const all = paper();
    expect(all?.getAttribute("lang")).toBe("zh-CN");
    expect(all?.querySelector("ruby")?.innerHTML).toBe("饕餮<rt>tāo tiè</rt>");
    expect(all?.querySelector("em")?.textContent).toBe("快走");
    expect(all?.querySelector("strong")?.textContent).toBe("系统");
    expect(all?.querySelector(".dots")?.textContent).toBe("绝不");
    expect(all?.querySelector("sup")?.textContent).toBe("1");
    expect(all?.querySelector(".note")?.textContent).toBe("1 怪兽。");
    expect(all?.querySelector(".centre.gap")?.textContent).toBe("渡口");
    expect(all?.querySelector(".item")?.textContent).toBe("• 船票两张");
    // No contents: there are no page numbers.
    const titles = [...(all?.querySelectorAll("h2") ?? [])].map((h2) => h2.textContent);
    expect(titles).toEqual(["第一章 <b>", "2"]);
    expect(all?.querySelector("b")).toBeNull();
    expect(all?.querySelectorAll(".break")).toHaveLength(1);
  });

  it("offers no vertical lines in English, and no chapter without an open scene", async () => {
    host();
    open(null, "en");
    await screen.findByRole("radio", { name: "全书" });
    expect(screen.queryByRole("radio", { name: "本章" })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("says that the system's dialog is closed, and gives the focus to the main button", async () => {
    host();
    open();
    fireEvent.click(await screen.findByRole("button", { name: "打印…" }));
    await screen.findByText(/系统的打印窗口已经打开/);
    fireEvent.blur(window);
    (document.activeElement as HTMLElement | null)?.blur();
    fireEvent.focus(window);
    await screen.findByText(/系统的打印窗口关了/);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "完成" }));
    fireEvent.click(screen.getByRole("button", { name: "再次打开打印窗口" }));
    await screen.findByText(/系统的打印窗口已经打开/);
  });

  it("says why nothing is printed", async () => {
    const requests = host({ "project.print_text": () => Promise.reject(failure("damaged")) });
    open();
    fireEvent.click(await screen.findByRole("button", { name: "打印…" }));
    await screen.findByText("作品文件有损坏");
    expect(asked(requests, "window.print")).toEqual([]);
    expect(paper()).toBeNull();
  });

  it("prints nothing of an empty book", async () => {
    host({ "manuscript.outline": () => ({ volumes: [] }) });
    open();
    await screen.findByText("书稿里还没有章节，没有可打印的内容。");
    expect(screen.getByRole("button", { name: "打印…" }).hasAttribute("disabled")).toBe(true);
  });
});

it("the sample has the shape of the contract", () => {
  const book: PrintBook = sampleBook;
  expect(book.volumes[0]?.chapters).toHaveLength(2);
});

it("paper has margins, and quotations are further in than paragraphs", () => {
  const sheet = readFileSync("src/styles/print.css", "utf8");
  const rule = (selector: string) => new RegExp(`${selector} \\{([^}]*)\\}`).exec(sheet)?.[1] ?? "";
  expect(rule("@page")).toContain("margin: 20mm");
  expect(rule("\\.quotation")).toContain("margin-inline: calc(2 * var(--indent)) var(--indent)");
  expect(rule("\\.right")).toContain("padding-inline-end: var(--indent)");
  expect(rule("\\.dots")).toContain(" text-emphasis-position: under right");
  expect(rule(":lang\\(ja\\) \\.dots")).toContain(" text-emphasis-position: over right");
});
