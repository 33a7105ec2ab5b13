// Import and export, step by step.
import { useState } from "react";
import { Button } from "@/components/button";
import { openDialog, useDesk } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { JobProgress } from "@/ipc/host";
import type { ChosenPath, Imported, ProjectInfo, Totals } from "@/ipc/types";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { DropSign } from "./drop-overlay";
import { ExportDialog } from "./export-dialog";
import { ImportDialog } from "./import-dialog";
import { useImport } from "./import-flow";
import { NumbersDone, NumbersPreview } from "./numbers-list";
import type { ImportPlan, PlannedChapter } from "./plan";
import { planOf } from "./plan";
import { RemarksDialog } from "./remarks-dialog";
import { ReturnedDone, ReturnedPreview } from "./returned-list";
import { sampleNumbered, sampleReturned } from "./sample-returned";
import { sampleSites } from "./sample-sites";

const totals = (n: number): Totals => ({ standard: n, word: n, han: n, all: n });

function imported({ say }: StoryContext): Imported {
  const chapter = (n: number, words: number): PlannedChapter => ({
    title: say(`第${n}章　雾起江南`, `Chapter ${n}  Mist on the river`),
    source: { heading: n % 9 === 0 ? "likely" : "certain" },
    scenes: n % 7 === 0 ? 3 : 1,
    paragraphs: 40,
    words,
    counts: totals(words),
    opening: say(
      "渡口的灯一盏一盏地灭了。\n他没有回头。",
      "The lamps at the ferry went out one by one.\nHe did not look back.",
    ),
  });
  const long = say(
    "第二章　长夜将尽时他终于想起那封被雨水泡烂的信里究竟写了些什么而信的主人早已不在人世了",
    "Chapter 2  In which the night is nearly over and he remembers at last what the letter said",
  );
  const chapters = Array.from({ length: 1200 }, (_, at) => chapter(at + 1, 2400 + ((at * 37) % 900)));
  chapters[1] = { ...chapter(2, 0), title: long };
  chapters[3] = chapter(4, 48_213);
  const plan: ImportPlan = {
    title: say("长夜书", "The long night"),
    author: say("阿远", "A. Yuan"),
    encoding: "gb18030",
    format: null,
    tool: null,
    lore: 0,
    versions: 0,
    comments: 0,
    days: 0,
    counts: totals(3_214_880),
    has_front: true,
    volumes: [
      { title: say("卷一　少年游", "Volume 1  The boy"), chapters: chapters.slice(0, 300) },
      { title: say("卷二　江湖夜雨", "Volume 2  Rain"), chapters: chapters.slice(300) },
    ],
    warnings: [
      { kind: "contents_list", entries: 300 },
      { kind: "empty", title: long },
      { kind: "giant", title: chapter(4, 0).title, words: 48_213 },
      { kind: "gap", after: chapter(6, 0).title, before: chapter(7, 0).title, missing: 2 },
      { kind: "repeated_heading", title: chapter(9, 0).title },
    ],
    changes: [
      { rule: "indent", count: 48_000, dropped: 0, line: 3, file: null, sample: null },
      { rule: "blank_lines", count: 24_000, dropped: 0, line: 2, file: null, sample: null },
      { rule: "rule_line", count: 12, dropped: 240, line: 90, file: null, sample: null },
    ],
  };
  return {
    dry_run: true,
    into_new: false,
    volumes: 2,
    chapters: 1200,
    scenes: 1542,
    before: null,
    language: "zh",
    person: "third",
    found: plan as unknown as Imported["found"],
  };
}

const source: ChosenPath & { kind: "file" } = {
  path: "path-7",
  name: "长夜书（全本校对版）.txt",
  folder: "/home/ayuan/下载",
  kind: "file",
};

interface Step {
  title: [string, string];
  withProject: boolean;
  seed: (context: StoryContext) => Partial<ReturnType<typeof useImport.getState>>;
}

const STEPS: Step[] = [
  { title: ["选择文稿", "Choose"], withProject: true, seed: () => ({}) },
  {
    title: ["预览", "Preview"],
    withProject: true,
    seed: (context) => {
      const answer = imported(context);
      return { source, preview: { state: "ready", imported: answer, plan: planOf(answer) } };
    },
  },
  {
    title: ["正在读取", "Reading"],
    withProject: true,
    seed: () => ({ source, preview: { state: "reading" } }),
  },
  {
    title: ["被拒绝", "Refused"],
    withProject: true,
    seed: () => ({
      source,
      preview: {
        state: "failed",
        failure: failure("import_refused", {
          message: "byte 40213 is not gb18030; tried: utf-8, gb18030, big5",
          details: { offset: 40_213, encoding: "gb18030" },
        }),
      },
    }),
  },
  {
    title: ["文档被拒绝", "Document refused"],
    withProject: true,
    seed: () => ({
      source,
      preview: {
        state: "failed",
        failure: failure("import_refused", {
          message: "Word 97 (.doc) files cannot be read",
          details: { document: "refused", file: "长夜书.doc" },
        }),
      },
    }),
  },
  {
    title: ["名字不对的图片", "Picture with a wrong name"],
    withProject: true,
    seed: () => ({
      source,
      preview: {
        state: "failed",
        failure: failure("import_refused", {
          message: "this is not a Word document: it is a picture (png)",
          details: { document: "misnamed", named: "docx", is: "png", file: null },
        }),
      },
    }),
  },
  {
    title: ["Word 文档", "Word document"],
    withProject: true,
    seed: (context) => {
      const answer = imported(context);
      const plan: ImportPlan = {
        ...planOf(answer),
        format: "docx",
        changes: [
          {
            rule: "tracked_deletion",
            count: 3,
            dropped: 42,
            line: 1,
            file: null,
            sample: context.say("他没有再说下去", "He said no more"),
          },
          { rule: "picture", count: 2, dropped: 0, line: 1, file: null, sample: "media/image1.png" },
        ],
      };
      return { source, preview: { state: "ready", imported: answer, plan } };
    },
  },
  {
    title: ["新作品", "New novel"],
    withProject: false,
    seed: (context) => {
      const answer = imported(context);
      return {
        source,
        novel: {
          title: context.say("长夜书", "The long night"),
          author: "",
          language: null,
          place: { path: "path-8", name: "长夜书.wenfang", folder: "/home/ayuan/文稿/长篇/二〇二六/新作" },
        },
        options: {
          encoding: "",
          split: "pattern",
          pattern: "^第.+章",
          titles: "",
          replaceUndecodable: false,
          withoutFront: false,
        },
        preview: { state: "ready", imported: answer, plan: planOf(answer) },
      };
    },
  },
  {
    title: ["正在导入", "Importing"],
    withProject: true,
    seed: () => ({
      source,
      phase: "importing",
      progress: { stage: "import", done: 312, total: 1200 },
    }),
  },
  {
    title: ["完成", "Done"],
    withProject: true,
    seed: (context) => {
      const answer = { ...imported(context), dry_run: false, before: 3 };
      return { source, phase: "done", result: { imported: answer, plan: planOf(answer), first: 1 } };
    },
  },
];

function Importing(context: StoryContext) {
  const { say } = context;
  return (
    <Stage>
      <div className="flex flex-wrap gap-2">
        {STEPS.map(({ title, withProject, seed }) => (
          <Button
            key={title[1]}
            data-opens
            onClick={() => {
              useDesk.setState({ project: withProject ? sampleProject() : null });
              openDialog({ name: "import" });
              useImport.setState(seed(context));
            }}
          >
            {say(...title)}
          </Button>
        ))}
      </div>
      <ImportDialog />
    </Stage>
  );
}

const info: ProjectInfo = {
  title: "渡口",
  author: "",
  language: "zh",
  chapter_target: null,
  schema: 1,
  volumes: 1,
  chapters: 120,
  scenes: 180,
  versions: 600,
  checkpoints: 3,
  drafts: 4,
  bytes: 4_000_000,
  counts: { standard: 320_000, word: 300_000, han: 280_000, all: 330_000 },
  noticed: { unclean: null, cloud: null, migrated_from: null, newer_schema: null },
};

function Exporting({
  say,
  host,
  progress = [],
}: StoryContext & { host: FakeAnswers; progress?: JobProgress[] }) {
  return (
    <Stage
      host={{
        "project.info": () => info,
        "site.list": () => sampleSites,
        "site.text": () => ({ title: "第一章", text: "　　灯灭了。\n", length: 640, warnings: [] }),
        "manuscript.outline": () => ({ volumes: [] }),
        "window.choose": () => ({
          path: { path: "path-4", name: "渡口.txt", folder: "/home/ayuan/文稿/投稿" },
        }),
        ...host,
      }}
      progress={progress}
      desk={{ project: sampleProject() }}
    >
      <Button data-opens className="w-fit" onClick={() => openDialog({ name: "export" })}>
        {say("导出书稿…", "Export…")}
      </Button>
      <ExportDialog />
    </Stage>
  );
}

function Remarking({ say, host }: StoryContext & { host: FakeAnswers }) {
  return (
    <Stage host={host} desk={{ project: sampleProject() }}>
      <Button data-opens className="w-fit" onClick={() => openDialog({ name: "remarks" })}>
        {say("导入读者意见…", "Import remarks…")}
      </Button>
      <RemarksDialog />
    </Stage>
  );
}

const remarked: FakeAnswers = {
  "window.choose": () => ({
    path: { path: "path-5", name: "渡口-小林.docx", folder: "/home/ayuan/文稿/试读" },
  }),
  "comments.import_returned": ({ dry_run }) =>
    sampleReturned((zh) => zh, dry_run === true ? "preview" : "done"),
  "comments.take_back_returned": () => ({ count: 3 }),
  "comments.import_remarks": () => sampleNumbered((zh) => zh),
};

/** What becomes of remarks by number, before and after the import. */
function Numbered({ say, then }: StoryContext & { then: "preview" | "done" }) {
  const found = sampleNumbered(say);
  return (
    <Stage host={{}} desk={{ project: sampleProject() }}>
      <div className="w-130 max-w-full">
        {then === "done" ? <NumbersDone done={found} /> : <NumbersPreview found={found} hasCopy={false} />}
      </div>
    </Stage>
  );
}

/** The dialog with a file chosen, before and after the import. */
function Returning({ say, then }: StoryContext & { then: "preview" | "done" }) {
  const [also, setAlso] = useState({ keep: false, restore: false });
  const found = sampleReturned(say, then);
  return (
    <Stage host={{}} desk={{ project: sampleProject() }}>
      <div className="w-130 max-w-full">
        {then === "done" ? (
          <ReturnedDone done={found} />
        ) : (
          <ReturnedPreview found={found} also={also} onAlso={setAlso} />
        )}
      </div>
    </Stage>
  );
}

const exists: FakeAnswers = { "project.export": () => Promise.reject(failure("file_exists")) };
const failing: FakeAnswers = { "project.export": () => Promise.reject(failure("disk_full")) };
const slow: FakeAnswers = { "project.export": never };
const ends: FakeAnswers = {
  "project.export": () => ({
    files: ["渡口.txt"],
    chapters: 120,
    drafts: 3,
    left_out: { scenes: 2, paragraphs: 1 },
    comments: 0,
    warnings: ["marked", "title_line_breaks"],
    site_warnings: [{ chapter: 2, title: "第二章　灯", kind: "short", length: 640, least: 1000 }],
    pdf: null,
  }),
};
const empty: FakeAnswers = { "project.info": () => ({ ...info, chapters: 0 }) };

const group = "Transfer";

/** The sign inside a box: its own edges are those of the window. */
function Dropping({ say }: StoryContext) {
  const name = say("夜渡　第三稿（编辑部退回）.docx", "The night ferry, third draft, from the editor.docx");
  return (
    <Stage host={{}}>
      {(["import", "open", "several"] as const).map((act) => (
        <div key={act} className="relative mb-4 h-40 transform-gpu bg-page">
          <DropSign name={name} act={act} />
        </div>
      ))}
    </Stage>
  );
}

export const stories: Story[] = [
  { id: "import", group, title: "Import", render: Importing },
  { id: "drop", group, title: "Files over the window", render: Dropping },
  { id: "export", group, title: "Export", render: (context) => <Exporting {...context} host={ends} /> },
  {
    id: "export-exists",
    group,
    title: "Export: a file is there",
    render: (c) => <Exporting {...c} host={exists} />,
  },
  {
    id: "export-failing",
    group,
    title: "Export: disk full",
    render: (c) => <Exporting {...c} host={failing} />,
  },
  {
    id: "export-progress",
    group,
    title: "Export: under way",
    render: (c) => <Exporting {...c} host={slow} progress={[{ stage: "write", done: 40, total: 120 }]} />,
  },
  {
    id: "remarks",
    group,
    title: "Remarks of readers",
    render: (c) => <Remarking {...c} host={remarked} />,
  },
  {
    id: "remarks-returned",
    group,
    title: "Remarks: a returned file",
    render: (c) => <Returning {...c} then="preview" />,
  },
  {
    id: "remarks-returned-done",
    group,
    title: "Remarks: a returned file is imported",
    render: (c) => <Returning {...c} then="done" />,
  },
  {
    id: "remarks-numbers",
    group,
    title: "Remarks by number",
    render: (c) => <Numbered {...c} then="preview" />,
  },
  {
    id: "remarks-numbers-done",
    group,
    title: "Remarks by number are imported",
    render: (c) => <Numbered {...c} then="done" />,
  },
  { id: "export-empty", group, title: "Export: nothing", render: (c) => <Exporting {...c} host={empty} /> },
];
