// The samples from the welcome page, and the tour through their eight places, in both languages.
import { describe, expect, it } from "vitest";
import { en as appEn, zh as appZh } from "@/app/words";
import type { InspectorTab } from "@/desk/desk";
import { en as tourEn, zh as tourZh } from "@/features/tour/words";
import { en as welcomeEn, zh as welcomeZh } from "@/features/welcome/words";
import { type App, goToEnd, inBrowser, openApp, type } from "./harness";
import { settled } from "./looks";

inBrowser();

/** A place: its tab, and words of the sample that must be in sight there. */
interface Stop {
  place: keyof typeof tourZh.places;
  tab: InspectorTab;
  zh: string;
  en: string;
}

const STOPS: readonly Stop[] = [
  { place: "binder", tab: "part", zh: "第一章 夜渡", en: "Chapter One: The Gauge" },
  { place: "versions", tab: "versions", zh: "雾里的第一稿", en: "Before there was a Pryce" },
  { place: "lore", tab: "lore", zh: "过江不回头", en: "Below the Sill" },
  { place: "graph", tab: "graph", zh: "灰布衫的妇人", en: "The Last Letter" },
  { place: "threads", tab: "threads", zh: "穿灰布衫的妇人", en: "The sixth bell" },
  {
    place: "timeline",
    tab: "timeline",
    zh: "逃难过江，小满上了大船",
    en: "Tom cuts the notch and locks the house",
  },
  { place: "findings", tab: "findings", zh: "仿佛", en: "Suddenly" },
  { place: "checkpoints", tab: "checkpoints", zh: "初稿", en: "Before the ending" },
];

const LANGUAGES = [
  { language: "zh", theme: "light", app: appZh, tour: tourZh, welcome: welcomeZh, title: "渡口" },
  { language: "en", theme: "dark", app: appEn, tour: tourEn, welcome: welcomeEn, title: "Low Water" },
] as const;

/** Opens the sample of the window's language from its row on the welcome page, and accepts the offered tour. */
async function begin({ language, theme, welcome, tour }: (typeof LANGUAGES)[number]): Promise<App> {
  const app = await openApp({ language, theme, settings: { reopen_last: false } });
  await app.page.getByRole("button", { name: welcome.sample }).click();
  await app.editor().waitFor();
  await app.page.locator("[data-notices]").getByRole("button", { name: tour.commands.start }).click();
  await card(app).waitFor();
  return app;
}

const card = (app: App) => app.page.locator("[data-place]");

describe.each(LANGUAGES)("$title", (one) => {
  it("leads through eight places, each showing something of the sample", async () => {
    const app = await begin(one);
    const shots = process.env.WENFANG_SHOTS;
    for (const [at, stop] of STOPS.entries()) {
      await app.page.locator(`[data-place=${stop.place}]`).waitFor();
      const words = one.tour.places[stop.place];
      await card(app).getByRole("heading", { name: words.title }).waitFor();
      expect(await card(app).locator("p").textContent()).toBe(words.text);
      await app.page.getByRole("tab", { name: one.app.tabs[stop.tab], selected: true }).waitFor();
      const shown = app.page.locator("nav, main, aside").getByText(stop[one.language]);
      await shown.filter({ visible: true }).first().waitFor();
      if (shots !== undefined) {
        await settled(app);
        await app.page.screenshot({ path: `${shots}/tour-${one.language}-${at + 1}-${stop.place}.png` });
      }
      const last = at === STOPS.length - 1;
      await card(app)
        .getByRole("button", { name: last ? one.tour.done : one.tour.next })
        .click();
    }
    await card(app).waitFor({ state: "detached" });
  });

  it("works by keyboard, and typing still goes into the text", async () => {
    const app = await begin(one);
    await app.page.keyboard.press("Escape");
    await card(app).waitFor({ state: "detached" });
    const before = await app.text();
    await app.run("tour.start");
    const next = card(app).getByRole("button", { name: one.tour.next });
    await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
    // To every place and back: behind the graph and the timeline is the text, which takes the focus back.
    for (const { place } of STOPS.slice(1)) {
      await app.page.keyboard.press(place === "lore" ? "Enter" : "ArrowRight");
      await app.page.locator(`[data-place=${place}]`).waitFor();
      await settled(app);
    }
    for (const { place } of [...STOPS].reverse().slice(1)) {
      await app.page.keyboard.press("ArrowLeft");
      await app.page.locator(`[data-place=${place}]`).waitFor();
      await settled(app);
    }
    expect(await app.text()).toBe(before);

    await goToEnd(app);
    await type(app, "…");
    await app.page.keyboard.press("Escape");
    await app.page.keyboard.press("ArrowLeft");
    await app.page.keyboard.press("Enter");
    await type(app, "—");
    expect(await app.text()).toBe(`${before}\n—…`);
    await app.page.locator(`[data-place=binder]`).waitFor();
    await card(app).getByRole("button", { name: one.tour.skip }).click();
    await card(app).waitFor({ state: "detached" });
    await expect
      .poll(() => app.page.evaluate(() => document.activeElement?.className))
      .toContain("cm-content");
  });
});

it("both samples and the tour are available in either language", async () => {
  const app = await openApp({ language: "en", settings: { reopen_last: false } });
  await app.page.getByRole("button", { name: welcomeEn.otherSample }).click();
  await app.editor().waitFor();
  expect(await app.text()).toContain("九月末的江面上");
  await app.run("project.open_sample");
  await expect.poll(() => app.text()).toContain("At six every morning Nell Ashby");
  // English is counted in words.
  await expect.poll(() => app.chapterWords()).toBeGreaterThan(500);
  expect(await app.chapterWords()).toBeLessThan(800);
  const { project } = await app.call<{ project: { language: string } }>("application.state");
  expect(project.language).toBe("en");
});
