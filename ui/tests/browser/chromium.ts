// The browser of the tests: Chromium without a window of its own, which takes a quarter less time than the one that only hides it.
import { type Browser, chromium } from "playwright-core";

/** The program; `CHROMIUM` names another one. */
export const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

/** Starts the browser. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}
