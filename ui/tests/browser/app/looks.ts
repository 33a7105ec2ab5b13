// Checks screens of the window with axe in every theme and both languages. Every dialog is opened by a command, keeps
// the focus, and is closed by Esc. WENFANG_SHOTS=<folder> stores a picture of each.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Finding, findings } from "../axe";
import { type App, inDialog } from "./harness";

const all = (["zh", "en"] as const).flatMap((language) =>
  (["light", "dark", "paper", "green"] as const).map((theme) => ({ language, theme })),
);
/** Every theme, and both languages; WENFANG_LOOKS=all checks every pair of them. */
export const looks =
  process.env.WENFANG_LOOKS === "all"
    ? all
    : ([
        { language: "zh", theme: "light" },
        { language: "en", theme: "dark" },
        { language: "zh", theme: "paper" },
        { language: "en", theme: "green" },
      ] as const);
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

/** Checks screens one by one and collects the problems. */
export function looker({ theme, language }: { theme: string; language: string }) {
  const wrong: Record<string, Finding[]> = {};
  const look = async (app: App, name: string): Promise<void> => {
    await settled(app);
    const found = await findings(app.page);
    if (found.length > 0) wrong[name] = found;
    if (shots === undefined) return;
    await mkdir(shots, { recursive: true });
    await app.page.screenshot({ path: join(shots, `${name}-${theme}-${language}.png`) });
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
