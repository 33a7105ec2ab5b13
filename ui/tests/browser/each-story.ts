// Checks every story with axe in one theme and language, including what the story opens. The screens of the app are
// checked in every theme (app/screens.test.ts); WENFANG_LOOKS=all does so here. WENFANG_SHOTS=<folder> stores a
// picture of each; WENFANG_STORY=<id> checks only one story.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIALOG } from "../dialog.ts";
import { type Finding, findings } from "./axe.ts";
import type { ReactKind } from "./build.ts";
import { launch } from "./chromium";
import { type Site, serveStories } from "./stories-site.ts";

export type Look = readonly [theme: string, language: "zh" | "en"];

/** The theme for each language, and with WENFANG_LOOKS=all every theme. */
export function looksIn(language: "zh" | "en"): readonly Look[] {
  const themes = { zh: "light", en: "dark" } as const;
  if (process.env.WENFANG_LOOKS !== "all") return [[themes[language], language]];
  return ["light", "dark", "paper", "green"].map((theme) => [theme, language]);
}

const shots = process.env.WENFANG_SHOTS;
const only = process.env.WENFANG_STORY;

/** Elements that open something to check too; the lists of a story and of its dialog. */
const OPENS =
  "[data-opens]:visible, [data-opens-context]:visible, :is(main, [role=dialog]) [aria-haspopup=listbox]:not([data-disabled]):visible";

let site: Site;
let browser: Browser;

async function storyIds(page: Page): Promise<string[]> {
  const answer = await page.goto(site.url);
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
  const links = page.locator("nav a");
  await links.first().waitFor();
  const ids = await links.evaluateAll((all) =>
    all.map((a) => new URL((a as HTMLAnchorElement).href).searchParams.get("story") ?? ""),
  );
  return ids.filter((id) => only === undefined || id === only);
}

/** Waits until opening has started and all animations have ended: half-way, colours have another contrast. */
async function atRest(page: Page) {
  await page.locator("[data-starting-style]").first().waitFor({ state: "detached" });
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const ends = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(ends.map((one) => one.finished.catch(() => undefined)));
  });
}

/** The number of visible dialogs, menus and lists. */
const popups = (page: Page): Promise<number> =>
  page.locator(`:is([role=menu], [role=listbox], ${DIALOG}):visible`).count();

async function shoot(page: Page, name: string) {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
}

/** Checks every story with this build of React. */
export function lookAtStories(looks: readonly Look[], kind: ReactKind): void {
  beforeAll(async () => {
    if (shots !== undefined) await mkdir(shots, { recursive: true });
    site = await serveStories(kind);
    browser = await launch();
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  describe("stories", () => {
    it.each(looks)(
      "%s, %s: axe finds nothing",
      async (theme, language) => {
        const context = await browser.newContext({
          viewport: { width: 972, height: 820 },
          reducedMotion: "reduce",
        });
        const page = await context.newPage();
        const errors: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
        });
        page.on("pageerror", (error) => errors.push(String(error)));
        const wrong: Record<string, Finding[]> = {};
        const look = async (name: string) => {
          await atRest(page);
          const found = await findings(page);
          if (found.length > 0) wrong[name] = found;
          await shoot(page, `${name}-${theme}-${language}`);
        };
        const ids = await storyIds(page);
        await look("list");
        // Each on its own: otherwise the list beside it would be checked with every one.
        const address = (id: string) => `${site.url}?theme=${theme}&lang=${language}&story=${id}&bare=1`;
        await page.goto(address(ids[0] ?? ""));
        const show = async (id: string) => {
          await page.evaluate((to) => {
            history.replaceState(null, "", to);
            dispatchEvent(new PopStateEvent("popstate"));
          }, address(id));
          await page.locator(`[data-story="${id}"]`).waitFor();
        };
        for (const id of ids) {
          await show(id);
          await look(id);
          // A dialog that the story opens covers everything else.
          const dialogs = page.locator(`${DIALOG}:visible`);
          const within = (await dialogs.count()) > 0 ? dialogs.last() : page;
          const triggers = within.locator(OPENS);
          const before = await popups(page);
          for (let at = 0; at < (await triggers.count()); at += 1) {
            const trigger = triggers.nth(at);
            const context = (await trigger.getAttribute("data-opens-context")) !== null;
            await trigger.click({ button: context ? "right" : "left" });
            await page.waitForTimeout(120);
            await look(`${id}-open-${at + 1}`);
            await page.keyboard.press("Escape");
            await atRest(page);
            // What Esc does not close, such as a busy dialog, goes with the page.
            if (at + 1 < (await triggers.count()) && (await popups(page)) !== before) {
              await page.reload();
              await page.locator(`[data-story="${id}"]`).waitFor();
            }
          }
        }
        await context.close();
        expect(wrong).toEqual({});
        expect(errors).toEqual([]);
      },
      3_600_000,
    );
  });
}
