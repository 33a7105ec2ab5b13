// A separate X server for a test, with a window manager if menus or real keys are needed.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { end, start, until } from "./processes";

/** A separate screen. */
export class Display {
  readonly name: string;
  readonly #server: ChildProcess;
  #manager: ChildProcess | null = null;

  private constructor(name: string, server: ChildProcess) {
    this.name = name;
    this.#server = server;
  }

  /** Starts a server; it finds a free display number. */
  static async open(): Promise<Display> {
    const args = ["-displayfd", "3", "-screen", "0", "1280x860x24", "-nolisten", "tcp", "-noreset"];
    const server = spawn("Xvfb", args, { detached: true, stdio: ["ignore", "ignore", "ignore", "pipe"] });
    const pipe = server.stdio[3];
    const number = await new Promise<string>((resolve, reject) => {
      server.once("error", reject);
      server.once("exit", () => reject(new Error("Xvfb ended at once")));
      pipe?.once("data", (bytes: Buffer) => resolve(bytes.toString().trim()));
    });
    return new Display(`:${number}`, server);
  }

  get #env(): NodeJS.ProcessEnv {
    return { ...process.env, DISPLAY: this.name };
  }

  /** Starts a window manager, which logs to a file: focus, menus and real keys need one. */
  async manage(log: string): Promise<void> {
    this.#manager = start("openbox", [], this.#env, log);
    await until("the window manager is there", () =>
      this.#run("xprop", ["-root", "_NET_SUPPORTING_WM_CHECK"]).includes("#"),
    );
  }

  /** Runs xdotool; returns its output. */
  xdotool(...args: readonly string[]): string {
    return this.#run("xdotool", args).trim();
  }

  /** Our window on the screen, by the beginning or end of its title. */
  async window(title: string): Promise<string> {
    return until(`a window "${title}" is on the screen`, () =>
      this.xdotool("search", "--onlyvisible", "--name", title).split("\n").at(0),
    );
  }

  /**
   * Opens the menu bar with a key (`F10`, or Alt and the letter of a menu) and presses more keys in it. It waits for the menu,
   * because earlier keys would go to the page.
   */
  async openMenu(key: string, ...keys: readonly string[]): Promise<void> {
    const windows = () => this.xdotool("search", "--onlyvisible", "--class", ".").split("\n");
    // By number, because a tooltip disappears when the menu appears.
    const before = new Set(windows());
    this.xdotool("key", key);
    await until("a menu is open", () => windows().some((window) => !before.has(window)));
    for (const next of keys) this.xdotool("key", next);
  }

  /** Clicks into the text of our window, and types with real keys. */
  typeInto(window: string, text: string): void {
    this.xdotool("windowactivate", "--sync", window);
    this.xdotool("mousemove", "--window", window, "620", "130", "click", "1");
    if (text !== "") this.xdotool("type", "--delay", "30", text);
  }

  /** Some lines of the screen, as an image for comparison. */
  strip(from: number, lines: number): Buffer {
    const crop = ["-window", "root", "-crop", `1280x${lines}+0+${from}`, "-strip", "rgb:-"];
    return execFileSync("import", crop, { env: this.#env, stdio: ["ignore", "pipe", "ignore"] });
  }

  /** Stores a picture of the whole screen. */
  screenshot(path: string): void {
    mkdirSync(dirname(path), { recursive: true });
    this.#run("import", ["-window", "root", path]);
  }

  /** Ends the server and everything on it. */
  async close(): Promise<void> {
    if (this.#manager !== null) await end(this.#manager);
    await end(this.#server);
  }

  #run(program: string, args: readonly string[]): string {
    return execFileSync(program, args, {
      env: this.#env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  }
}
