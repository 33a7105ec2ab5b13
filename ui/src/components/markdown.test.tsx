import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Markdown } from "./markdown";
import { parseMarkdown } from "./markdown-tree";
import { show } from "./testing";

async function html(text: string): Promise<string> {
  const { container, unmount } = await show(<Markdown text={text} />);
  const content = container.querySelector("div")?.innerHTML ?? "";
  unmount();
  return content.replaceAll(/ (?:class|tabindex)="[^"]*"/g, "");
}

it("parses emphasis in Chinese text without spaces", async () => {
  expect(await html("他**死了**。")).toBe("<p>他<strong>死了</strong>。</p>");
  expect(await html("他说**“不”**，_走_了")).toBe("<p>他说<strong>“不”</strong>，<em>走</em>了</p>");
  expect(await html("***都***")).toBe("<p><em><strong>都</strong></em></p>");
  expect(await html("**粗*斜***")).toBe("<p><strong>粗<em>斜</em></strong></p>");
});

it("leaves unclosed marks as text", async () => {
  expect(await html("3 * 4 * 5")).toBe("<p>3 * 4 * 5</p>");
  expect(await html("**写到一半")).toBe("<p>**写到一半</p>");
  expect(await html("`code")).toBe("<p>`code</p>");
  expect(await html("snake_case_name")).toBe("<p>snake_case_name</p>");
  expect(await html("\\*原样\\*")).toBe("<p>*原样*</p>");
});

it("parses blocks", async () => {
  expect(await html("# 题\n正文\n还是正文\n\n- 甲\n  - 乙\n- 丙\n\n3. 三\n4. 四\n```\n**码**\n")).toBe(
    "<h3> 题</h3><p>正文\n还是正文</p><ul><li>甲<ul><li>乙</li></ul></li><li>丙</li></ul>" +
      '<ol start="3"><li>三</li><li>四</li></ol><pre><code>**码**\n</code></pre>',
  );
});

it("begins a list at any number, and ends it at a line without indentation", async () => {
  expect(await html("文\n2. 二\n- 甲\n  续\n尾")).toBe(
    '<p>文</p><ol start="2"><li>二</li></ol><ul><li>甲\n  续</li></ul><p>尾</p>',
  );
});

it("shows what a list item contains", async () => {
  expect(await html("- 甲\n\n  段\n  ```\n  码\n  ```")).toBe(
    "<ul><li>甲<p>段</p><pre><code>码</code></pre></li></ul>",
  );
});

it("leaves images, quotes, rules and entities as text", async () => {
  expect(await html("> 引 &amp; ![图](a.png)\n\n---\n\n[无]")).toBe(
    "<p>&gt; 引 &amp;amp; !图 (a.png)</p><p>---</p><p>[无]</p>",
  );
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
  expect(await html("| 甲 | 乙 |\n| 丙 | 丁 |")).toBe("<p>| 甲 | 乙 |\n| 丙 | 丁 |</p>");
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

it("renders marks and lists nested without end", async () => {
  expect(await html(`${"*a ".repeat(650)}a${"* a".repeat(650)}`)).toContain("<em>a <em>a ");
  expect(await html(`${"- ".repeat(5000)}甲`)).toContain("- - 甲</li>");
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
