// The browser of the tests: Chromium's headless shell, which takes a quarter less time than the whole browser with its window
// hidden.
import { type Browser, chromium } from "playwright-core";

/** Starts the browser, with more arguments of its command line where they are given; `CHROMIUM` names another program. */
export function launch(...args: readonly string[]): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...args] });
}
