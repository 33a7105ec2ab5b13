// An input method for Chinese on the screen of a test: fcitx5 with pinyin, on a separate session bus.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { end, start, until } from "./processes";

const PROFILE = `[Groups/0]
Name=Default
Default Layout=us
DefaultIM=pinyin

[Groups/0/Items/0]
Name=keyboard-us
Layout=

[Groups/0/Items/1]
Name=pinyin
Layout=

[GroupOrder]
0=Default
`;

export class InputMethod {
  /** The environment a program needs to use it. */
  readonly env: NodeJS.ProcessEnv;
  readonly #own: NodeJS.ProcessEnv;
  readonly #started: readonly ChildProcess[];

  private constructor(env: NodeJS.ProcessEnv, own: NodeJS.ProcessEnv, started: readonly ChildProcess[]) {
    this.env = env;
    this.#own = own;
    this.#started = started;
  }

  /** Starts it on a screen. Its settings and what it learns stay in `folder`. */
  static async open(display: string, folder: string, log: string): Promise<InputMethod> {
    const config = join(folder, "config");
    mkdirSync(join(config, "fcitx5"), { recursive: true });
    writeFileSync(join(config, "fcitx5/profile"), PROFILE);
    const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address=3"], {
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const pipe = bus.stdio[3];
    const address = await new Promise<string>((resolve, reject) => {
      bus.once("error", reject);
      pipe?.once("data", (bytes: Buffer) => resolve(bytes.toString().trim()));
    });
    const env = { DBUS_SESSION_BUS_ADDRESS: address, GTK_IM_MODULE: "fcitx", XMODIFIERS: "@im=fcitx" };
    const own = {
      PATH: process.env.PATH,
      HOME: folder,
      LANG: "C.UTF-8",
      DISPLAY: display,
      XDG_CONFIG_HOME: config,
      XDG_DATA_HOME: join(folder, "data"),
      ...env,
    };
    const fcitx = start(
      "fcitx5",
      ["--disable=wayland,waylandim,notifications,notificationitem,clipboard"],
      own,
      log,
    );
    const state = () => execFileSync("fcitx5-remote", { env: own, encoding: "utf8", stdio: "pipe" });
    await until("the input method answers", () => /^[012]/.test(state()));
    return new InputMethod(env, own, [fcitx, bus]);
  }

  /** Whether the focused element uses it, or soon will; `focus` gives it the focus. */
  async attends(focus: () => void): Promise<boolean> {
    const ask = (...args: string[]) =>
      execFileSync("fcitx5-remote", args, { env: this.#own, encoding: "utf8", stdio: "pipe" }).trim();
    for (let tries = 0; tries < 4; tries += 1) {
      focus();
      await new Promise((resolve) => setTimeout(resolve, 500));
      try {
        ask("-o");
        ask("-s", "pinyin");
        await new Promise((resolve) => setTimeout(resolve, 300));
        if (ask("-n") === "pinyin") return true;
      } catch {
        // On a busy machine fcitx5 may not answer in time; the next try asks again.
      }
    }
    return false;
  }

  /** The upper left corner of the candidate window on the screen, in pixels; null if none is shown. */
  candidates(): { x: number; y: number } | null {
    try {
      const xdotool = (...args: string[]) =>
        execFileSync("xdotool", args, { env: this.#own, encoding: "utf8", stdio: "pipe" }).trim();
      const shown = xdotool("search", "--onlyvisible", "--class", "^fcitx$").split("\n").at(-1) ?? "";
      const [, x, y] = /Position: (-?\d+),(-?\d+)/.exec(xdotool("getwindowgeometry", shown)) ?? [];
      return x === undefined ? null : { x: Number(x), y: Number(y) };
    } catch {
      // xdotool fails when it finds no window.
      return null;
    }
  }

  async close(): Promise<void> {
    for (const child of this.#started) await end(child);
  }
}
