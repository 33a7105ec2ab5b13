// Failures behind the window: the words stay in it, and it says what is safe.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { zhFailures } from "@/components/failure-words";
import { zh as components } from "@/components/words";
import { zh as damage } from "@/features/damage/words";
import { zh as welcome } from "@/features/welcome/words";
import { goToEnd, inBrowser, openApp, openSample, storedText, type } from "./harness";

inBrowser();

const run = promisify(execFile);

/** The browser's messages when the program behind the page is gone. */
const gone = /ERR_|Failed to fetch|network/i;

it("if the backend dies while typing, the text stays with a message", async () => {
  const app = await openSample({ expects: [gone] });
  await goToEnd(app);
  await type(app, "还在。");
  await app.kept("kept");
  await app.kill();
  await type(app, "后来的字。");
  await app.kept("failed");
  expect(await app.text()).toMatch(/还在。后来的字。$/);
  await type(app, "再写几个。");
  expect(await app.text()).toMatch(/后来的字。再写几个。$/);
  await app.page.locator("[data-testid=kept]").click();
  await app.page.getByRole("button", { name: components.retry }).first().waitFor();
});

it("a panic in a command becomes an answer, and later commands work", async () => {
  const app = await openSample();
  await goToEnd(app);
  await type(app, "在恐慌之前。");
  const failure = await app
    .call("debug.panic")
    .catch((error: { failure?: { code: string } }) => error.failure);
  expect(failure).toMatchObject({ code: "internal" });
  expect(await app.text()).toMatch(/在恐慌之前。$/);
  await type(app, "在恐慌之后。");
  await app.kept("kept");
  expect(await storedText(app, await app.scene())).toMatch(/在恐慌之前。在恐慌之后。$/);
  await app.page.keyboard.press("ControlOrMeta+S");
  await app.kept("saved");
});

it("a full disk is reported, and the text is stored once there is space", async ({ skip }) => {
  const disk = await mkdtemp(join(tmpdir(), "wenfang-disk-"));
  const mounted = await run("mount", ["-t", "tmpfs", "-o", "size=2048k", "tmpfs", disk]).then(
    () => true,
    () => false,
  );
  if (!mounted) {
    await rm(disk, { recursive: true });
    skip("mounting is not allowed here");
  }
  try {
    const maker = await openSample({ expects: [gone] });
    await maker.call("window.close");
    const project = join(disk, "渡口.wenfang");
    await copyFile(join(maker.home, "data", "渡口.wenfang"), project);
    const app = await openApp({ open: project, expects: [gone] });
    await app.editor().waitFor();
    const filler = join(disk, "filler");
    const file = await open(filler, "w");
    for (let size = 1 << 20; size >= 512; ) {
      const written = await file.write(new Uint8Array(size)).catch(() => null);
      if (written === null || written.bytesWritten < size) size /= 2;
    }
    await file.close();
    await goToEnd(app);
    // More than fits into the existing pages of the log.
    const long = "江上有风。".repeat(40_000);
    await type(app, long);
    await app.kept("failed");
    await app.page.locator("[data-testid=kept]").click();
    const message = app.page.getByText(components.failures.disk_full.title);
    await message.first().waitFor();
    expect(await app.text()).toContain(long);
    await rm(filler);
    await app.page.getByRole("button", { name: components.retry }).first().click();
    await app.kept("kept");
    expect(await storedText(app, await app.scene())).toContain(long);
    await app.kill();
  } finally {
    await run("umount", ["-l", disk]).catch(() => undefined);
    await rm(disk, { recursive: true, force: true });
  }
});

/** A copy of our sample in a separate folder. */
async function sampleFile(folder: string): Promise<string> {
  const maker = await openSample({ expects: [gone] });
  await maker.call("window.close");
  const project = join(folder, "渡口.wenfang");
  await copyFile(join(maker.home, "data", "渡口.wenfang"), project);
  return project;
}

it("a truncated file opens for reading and is saved as a new project", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wenfang-damaged-"));
  try {
    const project = await sampleFile(folder);
    const whole = await readFile(project);
    const half = whole.subarray(0, whole.length / 2);
    await writeFile(project, half);
    const app = await openApp({ open: project });
    await app.page.getByRole("button", { name: welcome.problem.openToRead }).click();
    const figure = app.page.getByTestId("damaged");
    await figure.waitFor();
    await figure.click();
    await app.dialog().getByText(damage.scenesTitle).or(app.dialog().getByText(damage.none)).waitFor();
    await app.dialog().getByRole("button", { name: damage.keep }).waitFor();
    expect(await readFile(project)).toEqual(half);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** A project with changed bytes, as a stranger may have made it. */
async function crafted(
  folder: string,
  find: RegExp,
  put: string,
): Promise<{ project: string; bytes: Buffer }> {
  const project = await sampleFile(folder);
  const before = await readFile(project, "latin1");
  const after = before.replaceAll(find, put);
  expect(after === before).toBe(false);
  const bytes = Buffer.from(after, "latin1");
  await writeFile(project, bytes);
  return { project, bytes };
}

it("a file with a hostile table is only read, as bytes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wenfang-stranger-"));
  try {
    const find = /text text not null,(?=\n {4}row_hash)/g;
    const { project, bytes } = await crafted(folder, find, "text text     null,");
    const app = await openApp();
    await app.answer(project);
    await app.run("project.open");
    await app.page.getByText(zhFailures.foreign_schema.title).first().waitFor();
    expect(await app.page.locator("main .cm-content").count()).toBe(0);
    await app.page.getByRole("button", { name: welcome.problem.openToRead }).click();
    await app.page.getByTestId("damaged").waitFor();
    await app.editor().waitFor();
    expect((await app.text()).length).toBeGreaterThan(100);
    expect(await readFile(project)).toEqual(bytes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it("a file whose id is a path is reported as damaged", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wenfang-stranger-"));
  try {
    const { project } = await crafted(folder, /[0-9a-f]{16}(?=\{"title":)/g, "/elsewhere/other");
    const app = await openApp();
    await app.answer(project);
    await app.run("project.open");
    await app.editor().waitFor();
    await app.page.getByTestId("damaged").waitFor();
    expect(existsSync("/elsewhere")).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it("damage is reported soon after opening, and the backup opens", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wenfang-damaged-"));
  try {
    const project = await sampleFile(folder);
    const app = await openApp({ open: project, keepHome: true });
    await app.editor().waitFor();
    await app.call("project.back_up_now");
    await app.call("project.close");
    const bytes = await readFile(project);
    // Ten pages: one alone may be that of an empty table, where nothing is damaged.
    bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 40_960);
    await writeFile(project, bytes);
    const again = await openApp({ open: project, home: app.home });
    const backup = again.page.getByRole("button", { name: /打开最近的备份/ });
    // A file whose first pages are damaged does not open for writing, so the card has the button.
    await again.page.getByTestId("damaged").or(backup).first().waitFor();
    if (!(await backup.isVisible())) await again.page.getByTestId("damaged").click();
    await backup.first().click();
    await again.editor().waitFor();
    await again.page.getByTestId("damaged").waitFor({ state: "detached" });
    expect(await readFile(project)).toEqual(bytes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
