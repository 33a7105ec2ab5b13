// Mending: from a decision to the frame that shows it in the list of changes, and the longest frames while 5,000
// findings and the 5,000 issues of a mending are scrolled.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import type { FindingList, ListFindings, MendingDetail } from "@/ipc/types";
import type { Running } from "../tests/browser/app/loopback";
import { type Add, over, p50, p95 } from "./figures";

const ISSUES = 5_000;
/** The changes of the scene that are decided. */
const CHANGES = 25;
/** The scenes of the mending with 5,000 issues. */
const SCENES = 200;

/** A chapter whose paragraphs each have one half-width comma, which a rule corrects. */
function faulty(): string {
  const lines = Array.from({ length: CHANGES }, (_, line) => `灯灭了,船也走了，这是夜里的第${line}声。`);
  return `第一章 夜渡\n\n${lines.join("\n\n")}\n`;
}

/** Writes the chapter, and mends it by the words of the rule; its changes wait then. */
export async function createMended(
  running: Running,
  importInto: (running: Running, project: string, source: string) => Promise<void>,
): Promise<void> {
  const source = join(running.home, "faulty.txt");
  await writeFile(source, faulty());
  await importInto(running, join(running.home, "faulty.wenfang"), source);
  await running.call("settings.change", { changes: { language: "zh" } });
  await running.call("check.set_rule", { rule: "punctuation", on: true });
  await running.call("check.run", { within: "book", rules: ["punctuation"] });
  const { session } = await running.call<{ session: number }>("mend.begin", {
    target: "book",
    by: "rules",
    rules: ["punctuation"],
  });
  for (;;) {
    const detail = await running.call<MendingDetail>("mend.show", { session });
    if (detail.session.waiting > 0 && detail.session.status === "waiting") return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Repeats items under new ids, until there are 5,000. */
function repeated<T extends { id: number }>(items: readonly T[]): T[] {
  return Array.from({ length: ISSUES }, (_, at) => {
    const item = items[at % items.length] as T;
    return { ...item, id: at < items.length ? item.id : 1_000_000 + at };
  });
}

/** Answers for the program: its findings and issues, but 5,000 of them. It takes minutes to find so many. */
export async function withMany(page: Page): Promise<void> {
  await page.route("**/call", async (route: Route) => {
    const { name, request } = route.request().postDataJSON() as { name: string; request: ListFindings };
    // The open chapter keeps its own findings, which are marked in its text.
    const isOfBook = name === "check.list" && request.chapter == null && request.scene == null;
    if (name !== "mend.show" && !isOfBook) return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as MendingDetail & FindingList;
    if (name === "check.list") {
      const findings = repeated(answer.findings);
      return route.fulfill({ response, json: { ...answer, findings } });
    }
    const [scene] = answer.scenes;
    const scenes = Array.from({ length: SCENES }, (_, at) => ({ ...scene, scene: (scene?.scene ?? 1) + at }));
    const issues = repeated(answer.issues).map((issue, at) => ({
      ...issue,
      scene: issue.scene + Math.floor(at / (ISSUES / SCENES)),
    }));
    await route.fulfill({ response, json: { ...answer, scenes, issues } });
  });
}

/** Decides about every change of the open scene by keys, and times each until the list shows it. */
async function decide(page: Page): Promise<number[]> {
  await page.keyboard.press("ControlOrMeta+Shift+F7");
  await page.locator("[data-mending-card]:focus").waitFor();
  await page.evaluate(() => {
    const times: number[] = [];
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "r" && event.key !== "a") return;
      const wanted = event.key === "a" ? "accepted" : "refused";
      const before = document.querySelectorAll(`[data-piece][data-state=${wanted}]`).length;
      const shown = () => {
        if (document.querySelectorAll(`[data-piece][data-state=${wanted}]`).length === before) {
          requestAnimationFrame(shown);
          return;
        }
        const channel = new MessageChannel();
        channel.port1.onmessage = () => times.push(performance.now() - event.timeStamp);
        channel.port2.postMessage(null);
      };
      requestAnimationFrame(shown);
    };
    window.addEventListener("keydown", onKey, true);
    Object.assign(window, {
      decisions: () => {
        window.removeEventListener("keydown", onKey, true);
        return times;
      },
    });
  });
  for (let turn = 0; turn < CHANGES; turn += 1) {
    await page.keyboard.press(turn % 2 === 0 ? "a" : "r");
    await page.waitForTimeout(60);
  }
  await page.waitForTimeout(300);
  return page.evaluate(() => (window as unknown as { decisions(): number[] }).decisions());
}

/** Scrolls what is under the pointer in the inspector. */
async function scroll(page: Page): Promise<void> {
  const box = await page.getByRole("complementary").boundingBox();
  if (box === null) throw new Error("the inspector is not there");
  await page.mouse.move(box.x + box.width / 3, box.y + 500);
  for (const way of [1, -1]) {
    for (let turn = 0; turn < 20; turn += 1) {
      await page.mouse.wheel(0, way * 900);
      await page.waitForTimeout(30);
    }
  }
}

export interface Timing {
  rounds: number;
  add: Add;
  frames: (page: Page, act: () => Promise<void>) => Promise<number[]>;
}

/** Times it in an open window; the rounds take turns. */
export async function timeMending(page: Page, { rounds, add, frames }: Timing): Promise<void> {
  const decisions: number[][] = [];
  const gaps = { none: [] as number[][], findings: [] as number[][], issues: [] as number[][] };
  const back = async () => {
    await page.keyboard.press("Escape");
    await page.locator("[data-proposal]").focus();
    await page.keyboard.press("Escape");
  };
  // One warm-up round that does not count.
  for (let round = 0; round <= rounds; round += 1) {
    // The decisions of the round before are forgotten.
    await page.reload();
    await page.locator("main [data-scene] .cm-content").waitFor();
    const times = await decide(page);
    await back();
    const none = await frames(page, () => page.waitForTimeout(1500));
    const issues = await frames(page, () => scroll(page));
    await page.getByRole("complementary").getByRole("button", { name: "回到问题列表" }).click();
    await page.getByRole("complementary").getByText("全书", { exact: true }).click();
    await page.waitForTimeout(1000);
    const findings = await frames(page, () => scroll(page));
    if (round === 0) continue;
    decisions.push(times);
    gaps.none.push(none);
    gaps.issues.push(issues);
    gaps.findings.push(findings);
    process.stderr.write(`mending: round ${round} of ${rounds}\n`);
  }
  const longest = (times: readonly number[]) => Math.max(...times);
  const slow = (times: readonly number[]) => times.filter((time) => time > 50).length;
  add("decision to the list of changes, p50", over(decisions, p50), "ms");
  add("decision to the list of changes, p95", over(decisions, p95), "ms", 150);
  add("the window at rest, longest frame", over(gaps.none, longest), "ms");
  add("the window at rest, frames above 50 ms", over(gaps.none, slow), "");
  for (const [name, said] of [
    ["findings", "findings"],
    ["issues", "issues of a mending"],
  ] as const) {
    add(`${ISSUES} ${said}, scrolling, longest frame`, over(gaps[name], longest), "ms");
    add(
      `${ISSUES} ${said}, scrolling, frames above 50 ms`,
      over(gaps[name], slow),
      "",
      over(gaps.none, slow),
    );
  }
}
