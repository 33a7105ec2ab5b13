// The import flow against a fake host.
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { desk, openDialog, useDesk } from "@/desk/desk";
import { onNotice } from "@/desk/notices";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import type { Imported, OutlineView, Totals } from "@/ipc/types";
import { sampleApplication, sampleProject } from "@/stories/stage";
import { ImportDialog } from "./import-dialog";
import { forgetFlow, setOptions, useImport } from "./import-flow";

const totals = (n: number) => ({ standard: n, word: n, han: n, all: n });
const counts = { standard: 0, word: 0, han: 0, all: 0 };

function imported(change: Partial<Imported> = {}, title: string | null = "长夜书"): Imported {
  return {
    dry_run: true,
    into_new: false,
    volumes: 1,
    chapters: 2,
    scenes: 2,
    before: null,
    language: "zh",
    person: null,
    found: {
      title,
      author: "阿远",
      encoding: "gb18030",
      format: null,
      tool: null,
      lore: 0,
      versions: 0,
      comments: 0,
      days: 0,
      counts: totals(4100),
      has_front: false,
      warnings: [],
      changes: [],
      volumes: [
        {
          title: null,
          chapters: [
            {
              title: "第一章",
              source: { heading: "certain" },
              scenes: 1,
              paragraphs: 20,
              words: 2000,
              counts: totals(2000),
              opening: "夜渡。",
            },
            {
              title: "第二章",
              source: { heading: "certain" },
              scenes: 1,
              paragraphs: 21,
              words: 2100,
              counts: totals(2100),
              opening: "",
            },
          ],
        },
      ],
    },
    ...change,
  };
}

function outlineOf(...chapters: number[]): OutlineView {
  const view = (id: number) => ({
    id,
    title: `第${id}章`,
    status: "drafting" as const,
    target: null,
    counts,
    scenes: [{ id: id * 10, title: "", status: "drafting" as const, version: 1, counts }],
  });
  return { volumes: [{ id: 1, title: "", counts, chapters: chapters.map(view) }] };
}

const chosen = { path: "path-1", name: "长夜书.txt", folder: "/tmp" };
const place = { path: "path-2", name: "长夜书.wenfang", folder: "/tmp" };

/** The default host: chapter 1 exists, chapters 2 and 3 are imported. */
function host(change: FakeAnswers = {}): Asked[] {
  let done = false;
  return chooseFakeHost({
    "window.choose": ({ kind }) => ({ path: kind === "new_project" ? place : chosen }),
    "import.preview": () => imported(),
    "project.import": () => {
      done = true;
      return imported({ dry_run: false, before: 4 });
    },
    "manuscript.outline": () => (done ? outlineOf(1, 2, 3) : outlineOf(1)),
    "job.stop": () => ({ running: true }),
    ...change,
  });
}

const names = (asked: Asked[]) => asked.map(({ name }) => name);
const requestOf = (asked: Asked[], name: string) => asked.find((one) => one.name === name)?.request;

function open(withProject: boolean) {
  useDesk.setState({
    application: sampleApplication(),
    project: withProject ? sampleProject() : null,
    scene: null,
    dialog: null,
  });
  render(<ImportDialog />, { wrapper: UiProviders });
  act(() => openDialog({ name: "import" }));
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });

// Queries by role are slow here, and slower on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

beforeAll(() => startI18n("zh"));
beforeEach(() => forgetFlow());
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  useImport.setState({ phase: "choosing" });
  forgetFlow();
});

it("warnings use the same lengths as the list, in the novel's unit", async () => {
  const plan = imported({ language: "en" });
  const found = plan.found as unknown as {
    warnings: object[];
    volumes: { chapters: { counts: Totals }[] }[];
  };
  found.warnings = [{ kind: "giant", title: "第二章", words: 2100 }];
  const [, second] = found.volumes[0]?.chapters ?? [];
  if (second !== undefined) second.counts = { standard: 11_500, word: 2100, han: 0, all: 13_000 };
  host({ "import.preview": () => plan });
  open(false);
  fireEvent.click(await button("选择文件…"));
  await screen.findByText("“第二章”有 2,100 词，可能漏认了标题。");
  act(() => useDesk.setState(({ settings }) => ({ settings: { ...settings, count_rule: "standard" } })));
  await screen.findByText("“第二章”有 11,500 字，可能漏认了标题。");
  act(() => useDesk.setState(({ settings }) => ({ settings: { ...settings, count_rule: "language" } })));
});

/** Rows of a virtual list have a height only in a browser. */
function withRows(): void {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(28);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
}

describe("into the open project", () => {
  it("previews, imports, and goes to the first imported chapter", async () => {
    const requests = host();
    open(true);
    fireEvent.click(await button("选择文件…"));
    fireEvent.click(await button("导入 2 章"));
    fireEvent.click(await button("去看第一章"));
    expect(requestOf(requests, "project.import")).toEqual({
      source: "path-1",
      split: "auto",
      encoding: null,
      undecodable: "refuse",
      without_front: false,
    });
    expect(desk().scene).toBe(20);
    expect(desk().dialog).toBeNull();
  });

  it("shows the first words of a chapter", async () => {
    withRows();
    host();
    open(true);
    fireEvent.click(await button("选择文件…"));
    const first = await button("第一章");
    fireEvent.click(first);
    expect(first.getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByText("夜渡。 …")).toBeTruthy();
    fireEvent.click(await button("第二章"));
    expect(screen.getByText("这一章没有正文。")).toBeTruthy();
    fireEvent.click(await button("第二章"));
    expect(screen.queryByText("这一章没有正文。")).toBeNull();
  });

  it("leaves out the front, or passes it on the way to the first chapter", async () => {
    const front = imported();
    const found = front.found as unknown as { has_front: boolean; volumes: { chapters: object[] }[] };
    found.has_front = true;
    const first = { ...found.volumes[0]?.chapters[0], title: "卷首", source: "rule", words: 40 };
    found.volumes[0]?.chapters.splice(0, 1, first);
    const requests = host({
      "import.preview": ({ without_front }) => (without_front === true ? imported() : front),
      "project.import": () => ({ ...front, dry_run: false, before: 4 }),
      "manuscript.outline": () =>
        requests.some(({ name }) => name === "project.import") ? outlineOf(1, 2, 3) : outlineOf(1),
    });
    open(true);
    fireEvent.click(await button("选择文件…"));
    fireEvent.click(await screen.findByRole("checkbox", { name: "不要卷首" }));
    await waitFor(() => expect(requests.at(-1)?.request).toMatchObject({ without_front: true }));
    fireEvent.click(await screen.findByRole("checkbox", { name: "不要卷首" }));
    await waitFor(() => expect(requests.at(-1)?.request).toMatchObject({ without_front: false }));
    fireEvent.click(await button("导入 2 章"));
    fireEvent.click(await button("去看第一章"));
    expect(desk().scene).toBe(30);
  });

  it("says where the previous state is, unless there was none", async () => {
    host();
    open(true);
    fireEvent.click(await button("选择文件…"));
    await screen.findByText(/文稿会接在书稿末尾/);
    fireEvent.click(await button("导入 2 章"));
    await screen.findByText(/导入前的样子已存为存档点/);
  });

  it("goes to the first chapter of a text that is the whole manuscript", async () => {
    const whole = { ...imported(), into_new: true };
    host({
      "import.preview": () => whole,
      "project.import": () => ({ ...whole, dry_run: false, before: 4 }),
    });
    open(true);
    fireEvent.click(await button("选择文件…"));
    await screen.findByText(/导入的文稿就是全书/);
    fireEvent.click(await button("导入 2 章"));
    await screen.findByText(/新增 2 章/);
    expect(screen.queryByText(/导入前的样子/)).toBeNull();
    fireEvent.click(await button("完成"));
    expect(desk().dialog).toBeNull();
  });

  it.each([
    [{ document: "no_text" }, "文件里没有文字：正文是空的，或只有图片。请换一份有文字的。"],
    [{ document: "empty", file: null }, "文件是空的，里面什么也没有。请换一份有文字的。"],
    [
      { document: "misnamed", named: "docx", is: "png" },
      "这不是“Word 文档”，而是图片（PNG），只是名字像。请选真正的文稿。",
    ],
    [{ document: "misnamed", named: "docx", is: null }, /这不是“Word 文档”，只是名字像。/],
    [{ document: "misnamed", named: "docx", is: "doc" }, /旧版 Word（.doc）文档。请用 Word 打开/],
    [{ document: "not_returned" }, /^带批注退回的文稿要是 Word、OpenDocument 或 RTF 文件。/],
    [{ document: "damaged", file: "二.docx" }, /^“二.docx”：文件已损坏。/],
  ])("says why a file is refused: %o", async (details, words) => {
    host({
      "import.preview": () => {
        throw failure("import_refused", { details });
      },
    });
    open(true);
    fireEvent.click(await button("选择文件…"));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("shows a refusal and reads again with replacement characters", async () => {
    let tries = 0;
    const requests = host({
      "import.preview": () => {
        tries += 1;
        if (tries > 1) return imported();
        throw failure("import_refused", { details: { offset: 9, encoding: "gb18030" } });
      },
    });
    open(true);
    fireEvent.click(await button("选择文件…"));
    fireEvent.click(await button("用 � 代替后再试"));
    await button("导入 2 章");
    expect(requests.filter(({ name }) => name === "import.preview").at(-1)?.request).toMatchObject({
      undecodable: "replace",
    });
  });

  it("shows pattern errors at the field, after a pause in typing", async () => {
    const requests = host({
      "import.preview": ({ split }) => {
        if (typeof split === "object") throw failure("bad_request", { message: "unclosed group" });
        return imported();
      },
    });
    open(true);
    fireEvent.click(await button("选择文件…"));
    await button("导入 2 章");
    act(() => setOptions({ split: "pattern" }));
    const before = requests.length;
    fireEvent.change(await screen.findByLabelText("标题行的正则表达式"), { target: { value: "(" } });
    fireEvent.change(screen.getByLabelText("标题行的正则表达式"), { target: { value: "(第" } });
    await screen.findByText(/unclosed group/);
    expect(requests.slice(before).filter(({ name }) => name === "import.preview")).toHaveLength(1);
  });

  it("returns to the preview when stopped", async () => {
    const requests = host({
      "project.import": () => {
        throw failure("stopped");
      },
    });
    open(true);
    fireEvent.click(await button("选择文件…"));
    fireEvent.click(await button("导入 2 章"));
    await screen.findByText("已停止，没有导入任何内容。");
    expect(names(requests)).toContain("project.import");
    expect(screen.getByRole("button", { name: "导入 2 章" })).toBeTruthy();
  });

  it("keeps the choices when the import fails", async () => {
    host({
      "project.import": () => {
        throw failure("disk_full");
      },
    });
    open(true);
    fireEvent.click(await button("选择文件…"));
    fireEvent.click(await button("导入 2 章"));
    await screen.findByText("磁盘已满");
    expect(useImport.getState().source?.name).toBe("长夜书.txt");
  });
});

describe("without an open project", () => {
  it("creates and imports in one act once the chapters were shown", async () => {
    const requests = host({ "project.create": () => sampleProject() });
    open(false);
    fireEvent.click(await button("选择文件…"));
    fireEvent.click(await button("新建并导入"));
    await button("去看第一章");
    expect(requestOf(requests, "project.create")).toMatchObject({ title: "长夜书", author: "阿远" });
    expect(names(requests).filter((name) => name === "import.preview")).toHaveLength(1);
  });

  it("takes the language of the window for a text too short to tell", async () => {
    const requests = host({
      "import.preview": () => ({ ...imported(), language: null }),
      "project.create": () => sampleProject(),
    });
    open(false);
    fireEvent.click(await button("选择文件…"));
    fireEvent.click(await button("新建并导入"));
    expect(screen.getByRole("radio", { name: "中文" }).getAttribute("aria-checked")).toBe("true");
    await button("去看第一章");
    expect(requestOf(requests, "project.create")).toMatchObject({ language: "zh" });
  });

  it("requires a title before anything is created", async () => {
    const requests = host({ "import.preview": () => imported({}, null) });
    open(false);
    fireEvent.click(await button("选择文件…"));
    await button("新建并导入");
    fireEvent.change(screen.getByLabelText("书名"), { target: { value: " " } });
    fireEvent.click(await button("新建并导入"));
    await screen.findByText("请先写书名，以后可以改。");
    expect(names(requests)).not.toContain("project.create");
  });

  it("says that the created project stays when the author leaves", async () => {
    const said = vi.fn();
    onNotice(said);
    host({
      "project.create": () => sampleProject(),
      "project.import": () => {
        throw failure("disk_full");
      },
    });
    open(false);
    fireEvent.click(await button("选择文件…"));
    fireEvent.click(await button("新建并导入"));
    await screen.findByText("磁盘已满");
    await waitFor(() => expect(useImport.getState().phase).toBe("choosing"));
    fireEvent.click(await button("取消"));
    expect(said).toHaveBeenCalledWith({ text: "《长夜书》已建好，还没有导入内容。" });
  });
});

it("drops the answer to an older request", async () => {
  const waiting: ((answer: Imported) => void)[] = [];
  host({ "import.preview": () => new Promise((resolve) => waiting.push(resolve)) });
  open(true);
  fireEvent.click(await button("选择文件…"));
  await waitFor(() => expect(waiting).toHaveLength(1));
  act(() => setOptions({ encoding: "big5" }));
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.(imported({ chapters: 7 }));
  await button("导入 7 章");
  waiting[0]?.(imported({ chapters: 1 }));
  await act(() => Promise.resolve());
  expect(screen.getByRole("button", { name: "导入 7 章" })).toBeTruthy();
});
