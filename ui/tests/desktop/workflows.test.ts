// Workflows in the real window: a chapter is completed from the native menu, its steps are watched, its proposals
// reviewed, a finding opened; the program is killed in the middle of a review of the whole novel and continues after
// a restart, and no finished step runs twice; then the checkpoint from before is restored.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunView } from "../../src/ipc/types";
import { Author } from "./author";
import { until } from "./processes";
import { ROOT, Studio } from "./studio";
import { KEY } from "./webdriver";

/** A real novel beside the repository, if there is one (see tests/src/corpus.rs). */
const DREAM = join(ROOT, "../shared/corpus/hongloumeng.zh-Hans.txt");
/** An unclosed quote, and a half-width comma in Chinese text. */
const PLANTED = "宝玉道：“这个妹妹我曾见过的,众人都笑了。";

interface RunEvent {
  seq: number;
  node: string | null;
  item: number | null;
  kind: string;
}

/** Calls the program as its page does. */
function ask<T>(author: Author, name: string, request: object): Promise<T> {
  return author.window.run(
    (command, asked) => window.__TAURI_INTERNALS__.invoke("call", { name: command, request: asked }),
    name,
    request,
  ) as Promise<T>;
}

/** The states of the steps of the displayed run. */
function steps(author: Author): Promise<string[]> {
  return author.window.run(() =>
    [...document.querySelectorAll<HTMLElement>("aside [data-step]")].map(
      ({ dataset }) => `${dataset.step}: ${dataset.status}`,
    ),
  );
}

/** All log entries of a run. */
async function events(author: Author, run: number): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for (let after = 0; ; ) {
    const page = await ask<{ events: RunEvent[]; cursor: number }>(author, "workflow.events", {
      run,
      after,
      limit: 500,
    });
    all.push(...page.events);
    if (page.events.length === 0 || page.cursor === after) return all;
    after = page.cursor;
  }
}

/** Steps and items that finished more than once. */
function twice(all: readonly RunEvent[]): string[] {
  const finished = all.filter(({ kind, node }) => kind === "completed" && node !== null);
  const names = finished.map(({ node, item }) => `${node} ${item ?? "-"}`);
  return names.filter((name, at) => names.indexOf(name) !== at);
}

test.skipIf(!existsSync(DREAM))(
  "a chapter completed, a run that survives",
  { timeout: 600_000 },
  async () => {
    const studio = await Studio.open({ managed: true });
    const file = studio.path("红楼梦.wenfang");
    studio.cli("new", "--title", "红楼梦", file);
    studio.cli("import", file, DREAM);
    let app = await studio.drive([file]);
    let author = new Author(app.window, studio.display, "workflows");
    await author.writes();
    const screen = await studio.display.window("红楼梦");
    // This rule is off by default: it finds many errors in old books.
    await ask(author, "check.set_rule", { rule: "punctuation", on: true });

    // A checkpoint to return to.
    await author.command("新建存档点");
    await author.fill("名称", "完成本章之前");
    await author.press("新建");
    await author.left();

    await author.goTo("第三回");
    await app.window.press(KEY.enter);
    await app.window.insert(PLANTED);
    await author.kept("kept");

    // 流程 → 完成本章, with the keys of the native menu.
    studio.display.xdotool("windowactivate", "--sync", screen);
    await studio.display.openMenu("alt+w");
    await author.picture("menu");
    studio.display.xdotool("key", "Return");
    await author.sees("完成本章 · ");
    const seen = new Set<string>();
    await until(
      "every step is over",
      async () => {
        const now = await steps(author);
        for (const step of now) seen.add(step);
        return now.length === 4 && now.every((step) => /: (?:completed|failed|skipped)$/.test(step));
      },
      60_000,
    );
    expect((await steps(author)).filter((step) => !step.endsWith(": completed"))).toEqual([]);
    expect(seen.size, [...seen].join()).toBeGreaterThan(4);
    await author.sees("本机");
    await author.picture("completed");

    // The summary leads to the text.
    await app.window.click(
      () => document.querySelector("aside [data-step=summarize] ul button") ?? undefined,
    );
    await author.pointedOut();
    await author.picture("main event");

    // Three proposals, by keys.
    await author.press("看待确认的");
    await author.sees("1 / ");
    for (const key of ["a", "r", "a"]) {
      const before = await app.window.run(() => document.querySelector("main")?.textContent ?? "");
      await app.window.press(key);
      await until("the next one is there", () =>
        app.window.run((was) => document.querySelector("main")?.textContent !== was, before),
      );
    }
    await author.picture("three reviewed");
    await app.window.press(KEY.escape);

    // A finding, from the run to the text.
    await author.command("流程记录");
    await author.press("完成本章 · ");
    await author.press("查看问题");
    await author.sees("标点与引号");
    await author.picture("findings");
    await app.window.click(() =>
      [...document.querySelectorAll("aside button")].find((row) => row.textContent?.includes("标点与引号")),
    );
    await author.sees("把握");
    // Only rows near the screen are rendered.
    await until("the passage is underlined", () =>
      app.window.run(() => document.querySelector("main .cm-mark[class*=cm-mark-issue-]") !== null),
    );
    await author.picture("finding");

    // The whole novel is reviewed; in the middle of it the power fails.
    await author.command("用模型审读全书");
    const run = await until("the review is at work", async () => {
      const { runs } = await ask<{ runs: { id: number; workflow: string; status: string }[] }>(
        author,
        "workflow.runs",
        {},
      );
      return runs.find(({ workflow, status }) => workflow === "project_review" && status === "running")?.id;
    });
    await until("some chapters are checked", async () => {
      const { nodes } = await ask<RunView>(author, "workflow.show", { run });
      return nodes.some(({ items }) => (items?.done ?? 0) >= 5 && (items?.done ?? 0) < (items?.total ?? 0));
    });
    await author.picture("in the middle");
    // The author can keep working meanwhile.
    await author.writes();
    await app.window.insert("一面检查，一面写。");
    await author.kept("kept");
    await app.crash();
    await app.stop();

    app = await studio.drive([file]);
    author = author.at(app.window);
    await author.sees("有 1 个流程上次没有做完");
    await author.picture("after the loss of power");
    const left = await ask<RunView>(author, "workflow.show", { run });
    expect(left.summary.status).toBe("interrupted");
    const finished = (await events(author, run)).filter(({ kind }) => kind === "completed").length;
    expect(finished).toBeGreaterThan(4);
    await app.window.click(() =>
      [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === "查看"),
    );
    await author.sees("上次没有做完的流程");
    await author.press("接着做");
    await until(
      "the review is completed",
      async () => (await ask<RunView>(author, "workflow.show", { run })).summary.status === "completed",
      240_000,
    );
    await author.picture("completed after all");
    const all = await events(author, run);
    expect(twice(all)).toEqual([]);
    const { nodes } = await ask<RunView>(author, "workflow.show", { run });
    const checked = nodes.find(({ items }) => items !== null)?.items;
    expect(checked).toMatchObject({ failed: 0, done: checked?.total });
    expect(all.filter(({ kind }) => kind === "completed").length).toBeGreaterThan(finished);

    // Restore the state from before all of it.
    await author.writes();
    await author.command("与最近的存档点对比");
    await author.press("恢复到“完成本章之前”");
    await author.press("恢复");
    await author.sees("撤销恢复");
    await author.left();
    await author.goTo("第三回");
    await until("the text is as before", async () => !(await author.text()).includes(PLANTED.slice(0, 8)));
    await author.picture("restored");
  },
);
