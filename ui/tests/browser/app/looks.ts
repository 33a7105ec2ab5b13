// Checks screens of the window with axe in every theme and both languages. Every dialog is opened by a command, keeps
// the focus, and is closed by Esc. WENFANG_SHOTS=<folder> stores a picture of each.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Finding, findings } from "../axe";
import { type App, inDialog } from "./harness";

const themes = ["light", "dark", "paper", "green"] as const;
const isAll = process.env.WENFANG_LOOKS === "all";

/** A language, and the themes in which its screens are checked; the window opens in the first. */
export interface Look {
  language: "zh" | "en";
  themes: readonly [string, ...string[]];
}

/** Both languages, and every theme; WENFANG_LOOKS=all checks every pair of them. */
export const looks: readonly Look[] = [
  { language: "zh", themes: isAll ? themes : ["light", "paper"] },
  { language: "en", themes: isAll ? themes : ["dark", "green"] },
];
const shots = process.env.WENFANG_SHOTS;

/** A screen: how to open it, and whether it is a dialog. */
export interface Screen {
  name: string;
  dialog?: true;
  open(app: App): Promise<void>;
  /** Closes whatever would be in the way of the next screen. */
  leave?(app: App): Promise<void>;
}

export const command = (name: string, id: string, dialog?: true): Screen => ({
  name,
  ...(dialog && { dialog }),
  open: (app) => app.run(id),
});

export async function settled(app: App): Promise<void> {
  await app.page.waitForTimeout(150);
  await app.page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
}

export async function leaveDialog(app: App): Promise<void> {
  await inDialog(app);
  for (let press = 0; press < 3; press += 1) {
    await app.page.keyboard.press("Tab");
    await app.page.waitForTimeout(60);
  }
  // After its last field, the focus starts again at its first.
  await inDialog(app);
  await app.page.keyboard.press("Escape");
  // Esc may close an open list in it first.
  await app
    .dialog()
    .waitFor({ state: "hidden", timeout: 1500 })
    .catch(() => app.page.keyboard.press("Escape"));
  await app.dialog().waitFor({ state: "hidden" });
  // The focus returns a moment later.
  await app.page.waitForTimeout(120);
}

/** Shows the open screen in a theme, as the setting does. */
const show = (app: App, theme: string): Promise<void> =>
  app.page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);

/** Checks screens one by one and collects the problems. */
export function looker({ themes: [first, ...others], language }: Look) {
  const wrong: Record<string, Finding[]> = {};
  const note = async (app: App, name: string, found: Finding[]): Promise<void> => {
    if (found.length > 0) wrong[name] = found;
    if (shots === undefined) return;
    await mkdir(shots, { recursive: true });
    await app.page.screenshot({ path: join(shots, `${name}-${language}.png`) });
  };
  const look = async (app: App, name: string): Promise<void> => {
    await settled(app);
    await note(app, `${name}-${first}`, await findings(app.page));
    // Another theme changes nothing but colours, so the screen stays as it is.
    for (const theme of others) {
      await show(app, theme);
      await note(app, `${name}-${theme}`, await findings(app.page, "colours"));
    }
    if (others.length > 0) await show(app, first);
  };
  const visit = async (app: App, screen: Screen): Promise<void> => {
    await screen.open(app);
    if (screen.dialog) await app.dialog().waitFor();
    await look(app, screen.name);
    if (screen.dialog) await leaveDialog(app);
    await screen.leave?.(app);
  };
  return { wrong, look, visit };
}
