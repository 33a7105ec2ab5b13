// The browser for tests: Chromium's headless shell, which takes a quarter less time than the whole browser with a
// hidden window.
import { type Browser, chromium } from "playwright-core";

/** Starts the browser, with additional command-line arguments if given; `CHROMIUM` names another program. */
export function launch(...args: readonly string[]): Promise<Browser> {
  return launchIn({}, args);
}

/** Starts the browser with additional environment variables. */
export function launchIn(
  more: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
  const given = Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined);
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", ...args],
    env: { ...Object.fromEntries(given), ...more },
  });
}
