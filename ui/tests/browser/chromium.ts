// The browser of the tests.
import { type Browser, chromium } from "playwright-core";

/** Starts the browser; `CHROMIUM` names another one. */
export function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}
