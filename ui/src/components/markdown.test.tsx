import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Markdown } from "./markdown";
import { parseInline, parseMarkdown } from "./markdown-tree";
import { show } from "./testing";

const shape = (text: string) => JSON.stringify(parseInline(text));

it("parses emphasis in Chinese text without spaces", () => {
  expect(shape("他**死了**。")).toBe(
    '[{"kind":"text","text":"他"},{"kind":"strong","children":[{"kind":"text","text":"死了"}]},{"kind":"text","text":"。"}]',
  );
  expect(shape("***都***")).toContain('"strong","children":[{"kind":"emphasis"');
});

it("leaves unclosed marks as text", () => {
  expect(shape("3 * 4 * 5")).toBe('[{"kind":"text","text":"3 * 4 * 5"}]');
  expect(shape("**写到一半")).toBe('[{"kind":"text","text":"**写到一半"}]');
  expect(shape("`code")).toBe('[{"kind":"text","text":"`code"}]');
  expect(shape("snake_case_name")).toBe('[{"kind":"text","text":"snake_case_name"}]');
  expect(shape("\\*原样\\*")).toBe('[{"kind":"text","text":"*原样*"}]');
});

it("parses blocks", () => {
  const blocks = parseMarkdown("# 题\n正文\n还是正文\n\n- 甲\n  - 乙\n- 丙\n\n3. 三\n4. 四\n```\n**码**\n");
  expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "list", "code"]);
  const [, , bullets, numbers, code] = blocks;
  expect(bullets?.kind === "list" && bullets.items.map((item) => item.nested.length)).toEqual([1, 0]);
  expect(numbers?.kind === "list" && numbers.start).toBe(3);
  expect(code?.kind === "code" && code.text).toBe("**码**\n");
});

it("parses tables, and leaves rows without a header as text", async () => {
  const { container } = await show(<Markdown text={"| 键 | |\n|---|---|\n| `a\\|b` | **重** |\n尾"} />);
  expect([...container.querySelectorAll("th, td")].map((cell) => cell.textContent)).toEqual([
    "键",
    "",
    "a|b",
    "重",
  ]);
  expect(container.querySelector("p")?.textContent).toBe("尾");
  expect(parseMarkdown("| 甲 | 乙 |\n| 丙 | 丁 |").map(({ kind }) => kind)).toEqual(["paragraph"]);
});

it("opens pages of the same document, and shows other links as text", async () => {
  const go = vi.fn();
  const pageOf = (url: string) => (url === "b.md" ? go : null);
  await show(<Markdown pageOf={pageOf} text="[乙](b.md) [别处](../c.md)" />);
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["乙"]);
  fireEvent.click(screen.getByRole("button", { name: "乙" }));
  expect(go).toHaveBeenCalledOnce();
});

it("parses any prefix of a text, and hostile input quickly", () => {
  const text = "# 题\n\n**粗*斜*** `码` [名](https://a.b)\n\n1. 一\n   - 二\n```\n码\n```\n";
  for (let end = 0; end <= text.length; end += 1) parseMarkdown(text.slice(0, end));
  const startedAt = performance.now();
  for (const mark of ["[", "*", "**", "_a ", "`a", "[a](", "- ", "  - a\n", "*a **b "])
    parseMarkdown(mark.repeat(20_000));
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

it("never renders HTML", async () => {
  const { container } = await show(<Markdown text={'<img src=x onerror="alert(1)"> <b>粗</b>'} />);
  expect(container.querySelector("img, b")).toBeNull();
  expect(container.textContent).toContain("<b>粗</b>");
});

it("asks before opening a link, https only, and shows its target", async () => {
  const open = vi.fn();
  const { container } = await show(
    <Markdown
      onLink={open}
      text="[指南](https://example.com/a) [坏](javascript:alert) [旧](http://example.com) [骗](https://u@example.com)"
    />,
  );
  expect(container.querySelector("a")).toBeNull();
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["指南"]);
  fireEvent.click(screen.getByRole("button", { name: "指南" }));
  expect(open).toHaveBeenCalledWith("https://example.com/a");
  expect(container.textContent).toContain("(example.com)");
});
