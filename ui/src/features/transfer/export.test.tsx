// The export dialog against a fake host.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { UiProviders } from "@/components/ui-providers";
import { desk, openDialog, useDesk } from "@/desk/desk";
import { acquireScene, forgetAll } from "@/desk/open-scenes";
import { type Asked, chooseFakeHost, type FakeAnswers, failure } from "@/ipc/fake-host";
import { answers } from "@/ipc/queries";
import { DEFAULT_SETTINGS, type Exported, type Settings, type SiteView } from "@/ipc/types";
import { sampleProject } from "@/stories/stage";
import { ExportDialog } from "./export-dialog";
import { placeFits } from "./export-flow";
import { sampleSites } from "./sample-sites";

const counts = { standard: 2, word: 2, han: 2, all: 2 };
const exported: Exported = {
  files: ["/x/渡口.txt"],
  chapters: 12,
  drafts: 1,
  left_out: { scenes: 0, paragraphs: 0 },
  comments: 0,
  warnings: ["marked"],
  site_warnings: [],
  pdf: null,
};

function host(change: FakeAnswers): Asked[] {
  return chooseFakeHost({
    "project.info": () => failureless,
    "window.choose": ({ name }) => ({ path: { path: "path-1", name: name ?? "书稿", folder: "/tmp" } }),
    "project.export": () => exported,
    "window.reveal": () => ({}),
    "settings.change": ({ changes }) => ({ ...DEFAULT_SETTINGS, ...changes }) as Settings,
    "site.list": () => ({ sites: [], invalid: [], folder: null }),
    "manuscript.outline": () => ({ volumes: [] }),
    ...change,
  });
}

const chapter = (id: number) => ({
  id,
  title: `第${id}章`,
  status: "planned" as const,
  target: null,
  counts,
  scenes: [],
});

const site = sampleSites.sites[0] as SiteView;

const failureless = {
  title: "渡口",
  author: "",
  language: "zh" as const,
  chapter_target: null,
  schema: 1,
  volumes: 1,
  chapters: 12,
  scenes: 12,
  versions: 12,
  checkpoints: 0,
  drafts: 1,
  bytes: 1,
  counts,
  noticed: { unclean: null, cloud: null, migrated_from: null, newer_schema: null },
};

function open(writable = true) {
  answers.clear();
  useDesk.setState({ project: sampleProject({ writable }), dialog: null, scene: null });
  render(
    <QueryClientProvider client={answers}>
      <UiProviders>
        <ExportDialog />
      </UiProviders>
    </QueryClientProvider>,
  );
  act(() => openDialog({ name: "export" }));
}

const button = (name: string) => screen.findByRole("button", { name });
const exports = (asked: Asked[]) =>
  asked.filter(({ name }) => name === "project.export").map(({ request }) => request);

// Queries by role are slow here, and slower on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

beforeAll(() => startI18n("zh"));
afterEach(() => {
  cleanup();
  useDesk.setState({ settings: DEFAULT_SETTINGS });
  forgetAll();
});

describe("the export dialog", () => {
  it("asks for a location, exports, reports what is omitted, and reveals the file", async () => {
    const requests = host({});
    open();
    fireEvent.click(await button("导出"));
    fireEvent.click(await button("在文件夹中显示"));
    expect(screen.getByText("其中 1 个场景导出的是草稿，还没有存为版本。")).toBeTruthy();
    expect(exports(requests)).toEqual([
      {
        out: "path-1",
        existing: "keep",
        scope: "book",
        chapter: null,
        format: "docx",
        layout: "whole",
        docx: { layout: "editor", contact: "", surname: "", rule: "standard", comments: false },
      },
    ]);
    expect(requests.at(-1)).toEqual({ name: "window.reveal", request: { path: "path-1" } });
    fireEvent.click(await button("完成"));
    expect(desk().dialog).toBeNull();
  });

  it("remembers the choices, and sends the options of the format", async () => {
    const requests = host({});
    open();
    fireEvent.click(await screen.findByRole("radio", { name: "EPUB" }));
    fireEvent.click(await screen.findByRole("checkbox", { name: "竖排，从右向左翻页" }));
    expect(screen.queryByRole("radio", { name: "每章一个文件" })).toBeNull();
    fireEvent.click(await button("导出"));
    await button("在文件夹中显示");
    expect(exports(requests)).toMatchObject([
      { format: "epub", layout: "whole", epub: { vertical: true, numbers: false, cover: null } },
    ]);
    expect(desk().settings.export_choices).toMatchObject({ format: "epub", "vertical.zh": "yes" });
    cleanup();
    open();
    const vertical = await screen.findByRole("checkbox", { name: "竖排，从右向左翻页" });
    expect(vertical.getAttribute("aria-checked")).toBe("true");
  });

  it("exports a PDF, and says what the layout could not do", async () => {
    const pdf = { pages: 412, missing: ["𪚥"], readings_beside: 2, is_unstable: false };
    const requests = host({
      "project.export": () => ({ ...exported, files: ["/x/渡口 1.pdf", "/x/渡口 2.pdf"], pdf }),
    });
    open();
    fireEvent.click(await screen.findByRole("radio", { name: "PDF" }));
    fireEvent.click(await screen.findByRole("radio", { name: "B6" }));
    fireEvent.click(await screen.findByRole("checkbox", { name: "每卷一个文件" }));
    fireEvent.click(await button("导出"));
    await button("在文件夹中显示");
    expect(exports(requests)).toMatchObject([{ format: "pdf", pdf: { page: "b6", files: "per_volume" } }]);
    expect(screen.getByText("12 章已写成 2 个文件，文件名都以“渡口”开头。")).toBeTruthy();
    expect(screen.getByText("共 412 页。")).toBeTruthy();
    expect(screen.getByText(/没有 1 个字，印成了空框：𪚥/)).toBeTruthy();
    expect(screen.getByText(/2 处注音太长/)).toBeTruthy();
  });

  it("says what is not for print, and how many comments went along", async () => {
    host({ "project.export": () => ({ ...exported, left_out: { scenes: 2, paragraphs: 1 }, comments: 3 }) });
    open();
    fireEvent.click(await button("导出"));
    await button("在文件夹中显示");
    for (const text of ["不印的 2 个场景没有导出。", "不印的 1 段没有导出。", "文件里带有 3 条批注。"]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  it("says that the program for PDF is not installed", async () => {
    host({ "project.export": () => Promise.reject(failure("no_pdf_program")) });
    open();
    fireEvent.click(await screen.findByRole("radio", { name: "PDF" }));
    fireEvent.click(await button("导出"));
    await screen.findByText("没有装排 PDF 的程序");
    expect(screen.getByText(/文件 › 打印…/)).toBeTruthy();
    // No other place mends it, and it is no matter of other formats.
    expect(screen.queryByRole("button", { name: "换一个位置…" })).toBeNull();
    fireEvent.click(screen.getByRole("radio", { name: "网站" }));
    expect(screen.queryByText("没有装排 PDF 的程序")).toBeNull();
  });

  it("offers another place where the place is at fault", async () => {
    host({ "project.export": () => Promise.reject(failure("not_writable")) });
    open();
    fireEvent.click(await button("导出"));
    expect(await button("换一个位置…")).toBeTruthy();
  });

  it("never ticks the comments by itself", async () => {
    const requests = host({});
    open();
    fireEvent.click(await screen.findByRole("checkbox", { name: "带上批注" }));
    fireEvent.click(await button("导出"));
    await button("在文件夹中显示");
    expect(exports(requests)).toMatchObject([{ docx: { comments: true } }]);
    cleanup();
    open();
    const comments = await screen.findByRole("checkbox", { name: "带上批注" });
    expect(comments.getAttribute("aria-checked")).toBe("false");
  });

  it("exports the chapter or the volume of the open scene, under its name", async () => {
    const scene = { id: 70, title: "", status: "planned" as const, version: 1, counts };
    const requests = host({
      "manuscript.outline": () => ({
        volumes: [
          { id: 1, title: "卷一", counts, chapters: [{ ...chapter(7), scenes: [scene] }, chapter(8)] },
          { id: 2, title: "卷二", counts, chapters: [chapter(9)] },
        ],
      }),
    });
    open();
    act(() => useDesk.setState({ scene: 70 }));
    fireEvent.click(await screen.findByRole("radio", { name: "这一卷" }));
    screen.getByText("正在写的一卷：卷一");
    fireEvent.click(screen.getByRole("radio", { name: "这一章" }));
    fireEvent.click(await button("导出"));
    await button("在文件夹中显示");
    expect(exports(requests)).toMatchObject([{ scope: "chapter", chapter: 7 }]);
    const asked = requests.find(({ name }) => name === "window.choose")?.request;
    expect(asked).toMatchObject({ name: expect.stringMatching(/第7章\.docx$/) });
  });

  it("copies a chapter in the form of a site", async () => {
    const copied: string[] = [];
    // As WebKit does it: nothing is copied once the press is over.
    let isPressed = false;
    const press = async () => {
      const copy = await button("复制本章");
      isPressed = true;
      fireEvent.click(copy);
      isPressed = false;
    };
    class Item {
      data: Record<string, Promise<string>>;
      constructor(data: Record<string, Promise<string>>) {
        this.data = data;
      }
    }
    vi.stubGlobal("ClipboardItem", Item);
    vi.stubGlobal("navigator", {
      ...navigator,
      clipboard: {
        write: async ([item]: Item[]) => {
          if (!isPressed) throw new DOMException("no press", "NotAllowedError");
          copied.push((await item?.data["text/plain"]) ?? "");
        },
      },
    });
    const requests = host({
      "site.list": () => ({ sites: [site], invalid: [], folder: null }),
      "manuscript.outline": () => ({
        volumes: [{ id: 1, title: "", counts, chapters: [chapter(7), chapter(8)] }],
      }),
      "site.text": () => ({ title: "第一章", text: "　　灯。\n", length: 2, warnings: [] }),
    });
    open();
    fireEvent.click(await screen.findByRole("radio", { name: "网站" }));
    await press();
    await screen.findByText("“第一章”已复制，2 字。");
    await press();
    await vi.waitFor(() => expect(copied).toEqual(["　　灯。\n", "　　灯。\n"]));
    const asked = requests.filter(({ name }) => name === "site.text").map(({ request }) => request);
    expect(asked).toEqual([
      { chapter: 7, site: "qidian" },
      { chapter: 8, site: "qidian" },
    ]);
    vi.unstubAllGlobals();
  });

  it("replaces a file only after confirmation", async () => {
    const requests = host({
      "project.export": ({ existing }) => {
        if (existing !== "replace") throw failure("file_exists");
        return exported;
      },
    });
    open();
    fireEvent.click(await button("导出"));
    fireEvent.click(await button("替换"));
    await button("在文件夹中显示");
    expect(exports(requests)).toMatchObject([{ existing: "keep" }, { existing: "replace" }]);
  });

  it("saves open drafts as versions first", async () => {
    const requests = host({
      "scene.text": () => ({
        scene: 5,
        version: 3,
        branch: 0,
        text: "旧的",
        counts,
        draft: { base: 3, branch: 0, saved: false, text: "新的", updated_at: 1 },
      }),
      "prose.count": () => ({ rule: "standard", total: 2, counts, classes: {} as never }),
      "scene.save": () => ({ scene: 5, version: 4, branch: 0, branched: false, unchanged: false }),
    });
    await acquireScene(5);
    open();
    fireEvent.click(await button("导出"));
    await button("在文件夹中显示");
    const order = requests.map(({ name }) => name);
    expect(order.indexOf("scene.save")).toBeGreaterThan(-1);
    expect(order.indexOf("scene.save")).toBeLessThan(order.indexOf("project.export"));
  });

  it("saves nothing in a read-only project", async () => {
    const requests = host({});
    open(false);
    fireEvent.click(await button("导出"));
    await button("在文件夹中显示");
    expect(requests.map(({ name }) => name)).not.toContain("scene.save");
  });

  it("stays open if choosing the location is cancelled", async () => {
    const requests = host({ "window.choose": () => ({ path: null }) });
    open();
    fireEvent.click(await button("导出"));
    await button("导出");
    expect(exports(requests)).toEqual([]);
  });
});

describe("placeFits", () => {
  const path = { path: "p", name: "渡口.TXT", folder: "" };
  it("matches a file to its extension and a folder to its layout", () => {
    expect(placeFits(path, "txt", "whole", "whole")).toBe(true);
    expect(placeFits(path, "md", "whole", "whole")).toBe(false);
    expect(placeFits(path, "txt", "per_chapter", "whole")).toBe(false);
    expect(placeFits({ ...path, name: "稿" }, "md", "per_chapter", "per_chapter")).toBe(true);
  });
});
