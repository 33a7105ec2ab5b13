// One studio for one test: separate folders, screen and program. Nothing of it is left when the test ends.
import { type ChildProcess, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { Display } from "./display";
import { InputMethod } from "./input-method";
import { end, family, freePort, kill, type Process, start, until } from "./processes";
import { type InternetSocket, internetSockets } from "./sockets";
import { Window } from "./webdriver";

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** The program under test. */
export const BINARY = resolve(process.env.DESKTOP ?? join(ROOT, "target/debug/wenfang-desktop"));
/** The command line of the product, to prepare and inspect projects. */
export const CLI = resolve(process.env.WENFANG ?? join(ROOT, "target/debug/wenfang"));
/** The folder for pictures and for the programs' output. */
export const OUTPUT = join(ROOT, "target/desktop");
/** What the programs of all tests print. */
export const LOG = join(OUTPUT, "programs.log");

/** Name of the program's process. */
const PROGRAM = "wenfang-desktop".slice(0, 15);

/** A running program. */
export interface Running {
  /** Its main process. */
  pid: number;
  /** Its window, if it is driven. */
  window: Window;
  /** All of its processes: its own and WebKit's. */
  processes(): Process[];
  /** Internet sockets of all its processes, except those of the driver. */
  sockets(): InternetSocket[];
  /** Kills it, as a power failure would. */
  crash(): Promise<void>;
  /** Ends it and its driver. */
  stop(): Promise<void>;
}

export interface StudioOptions {
  /** With a window manager, for menus and real keys. */
  managed?: boolean;
  /** With an input method for Chinese, which composes the real keys. */
  composes?: boolean;
  /** Settings of the author. */
  settings?: Record<string, unknown>;
  /** Additional environment variables. */
  env?: NodeJS.ProcessEnv;
}

export class Studio {
  /** A folder for the test. */
  readonly folder: string;
  readonly display: Display;
  readonly #options: StudioOptions;
  readonly #started: ChildProcess[] = [];
  #input: InputMethod | null = null;

  /** The input method, if the studio has one. */
  get input(): InputMethod {
    if (this.#input === null) throw new Error("this studio has no input method");
    return this.#input;
  }

  private constructor(folder: string, display: Display, options: StudioOptions) {
    this.folder = folder;
    this.display = display;
    this.#options = options;
  }

  static async open(options: StudioOptions = {}): Promise<Studio> {
    if (!existsSync(BINARY)) throw new Error(`${BINARY} is not built: see tests/desktop/README.md`);
    const display = await Display.open();
    if (options.managed) await display.manage(LOG);
    const studio = new Studio(mkdtempSync(join(tmpdir(), "wenfang-desktop-")), display, options);
    onTestFinished(async ({ task }) => {
      if (task.result?.state === "fail") display.screenshot(join(OUTPUT, `failed ${task.name}.png`));
      await studio.close();
    });
    const config = join(studio.folder, "home/config");
    mkdirSync(config, { recursive: true });
    const settings = { language: "zh", theme: "light", ...options.settings };
    writeFileSync(join(config, "settings.json"), JSON.stringify(settings));
    studio.answers();
    if (options.composes) studio.#input = await InputMethod.open(display.name, studio.path("fcitx"), LOG);
    return studio;
  }

  /** A path in the studio's folder. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** Sets the answers of the next system dialogs, in order; an empty one cancels. */
  answers(...paths: readonly string[]): void {
    writeFileSync(this.path("answers"), paths.map((path) => `${path}\n`).join(""));
  }

  /** Environment of the program: nothing of the person who runs the tests. */
  get env(): NodeJS.ProcessEnv {
    const own = Object.fromEntries(
      ["CONFIG", "DATA", "CACHE", "STATE"].map((kind) => [`XDG_${kind}_HOME`, this.path(kind.toLowerCase())]),
    );
    return {
      PATH: process.env.PATH,
      HOME: this.folder,
      LANG: "C.UTF-8",
      DISPLAY: this.display.name,
      // Neither the machine's bus nor one that GTK would start for us.
      DBUS_SESSION_BUS_ADDRESS: "unix:path=nowhere",
      NO_AT_BRIDGE: "1",
      WENFANG_HOME: this.path("home"),
      WENFANG_DIALOG_ANSWERS: this.path("answers"),
      ...own,
      ...this.#input?.env,
      ...this.#options.env,
    };
  }

  /** Starts the program as an author does, without a driver: only real keys and clicks. */
  start(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Omit<Running, "window"> {
    const child = start(BINARY, args, { ...this.env, ...env }, LOG);
    this.#started.push(child);
    const pid = child.pid ?? 0;
    return this.#running(pid, child, () => false);
  }

  /** Starts the program under its own driver. */
  async drive(args: readonly string[] = []): Promise<Running> {
    const port = await freePort();
    const env = { ...this.env, TAURI_WEBVIEW_AUTOMATION: "true" };
    const driver = start("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], env, LOG);
    this.#started.push(driver);
    const url = `http://127.0.0.1:${port}`;
    await until("the driver answers", async () => (await fetch(`${url}/status`)).ok);
    const window = await Window.open(url, BINARY, args);
    const pid = family(driver.pid ?? 0).find(({ name }) => name === PROGRAM)?.pid ?? 0;
    if (pid === 0) throw new Error("the program is not among the children of its driver");
    // The driver names a port of the loopback in this variable. The program listens on it, and its own processes
    // register there to be driven. A connection with that port at one end is the driver's; no other is.
    const inspector = environmentOf(pid).WEBKIT_INSPECTOR_SERVER;
    const drives = ({ kind, local, remote }: InternetSocket) =>
      kind === "tcp" && inspector !== undefined && [local, remote].includes(inspector);
    const running = this.#running(pid, driver, drives);
    await until("the page is drawn", () =>
      window.run(() => (document.querySelector("#root")?.childElementCount ?? 0) > 0),
    );
    return { ...running, window };
  }

  /** The code with which `wenfang` refuses; null if it succeeds. */
  refusal(...args: readonly string[]): string | null {
    const { status, stderr } = spawnSync(CLI, args, { env: this.env, encoding: "utf8" });
    return status === 0 ? null : (JSON.parse(stderr) as { code: string }).code;
  }

  /** Runs `wenfang` on the command line; returns its output as JSON. */
  cli<T>(...args: readonly string[]): T {
    const printed = execFileSync(CLI, args, { env: this.env, encoding: "utf8", maxBuffer: 1 << 30 });
    return JSON.parse(printed) as T;
  }

  /** Creates 《夜渡》 from a text with headings; returns its path. */
  novel(text: string): string {
    const novel = this.path("夜渡.wenfang");
    this.write("夜渡.txt", text);
    this.cli("new", novel, "--title", "夜渡");
    this.cli("import", novel, this.path("夜渡.txt"));
    return novel;
  }

  /** The stored working text of a scene, preferring the draft. The program may be running. */
  stored(novel: string, scene: number): string {
    type Read = { text: string; draft: { text: string } | null };
    const { text, draft } = this.cli<Read>("text", novel, "--scene", String(scene));
    return draft?.text ?? text;
  }

  /** Writes a file into the studio's folder. */
  write(name: string, text: string): void {
    writeFileSync(this.path(name), text);
  }

  /** The stored working text of a novel's first scene; the program may be running. */
  draft(novel: string): string | undefined {
    return this.cli<{ draft: { text: string } | null }>("text", novel, "--scene", "1").draft?.text;
  }

  /** The path of a picture. */
  output(story: string, name: string): string {
    return join(OUTPUT, story, `${name}.png`);
  }

  async close(): Promise<void> {
    for (const child of this.#started) await end(child);
    await this.#input?.close();
    await this.display.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #running(
    pid: number,
    head: ChildProcess,
    drives: (socket: InternetSocket) => boolean,
  ): Omit<Running, "window"> {
    const own = () => family(pid);
    return {
      pid,
      processes: own,
      sockets: () => own().flatMap((process) => internetSockets(process.pid).filter((one) => !drives(one))),
      crash: async () => {
        // Its children first, so that none is left to clean up.
        for (const process of own().reverse()) kill(process.pid);
        await until("the program is gone", () => own().length === 0);
      },
      stop: () => end(head),
    };
  }
}

function environmentOf(pid: number): Record<string, string> {
  const entries = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  return Object.fromEntries(
    entries.map((entry) => [entry.split("=", 1)[0], entry.slice(entry.indexOf("=") + 1)]),
  );
}
