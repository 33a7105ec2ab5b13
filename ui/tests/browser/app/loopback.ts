// The window over the loopback host: builds the page and the program, and starts them.
import { type ChildProcess, spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { programOf } from "../../program.ts";
import { buildWith } from "../build.ts";

const ui = fileURLToPath(new URL("../../..", import.meta.url));

/** The page and the program, built. */
export interface Built {
  page: string;
  program: string;
}

/** Builds the page into a folder: the shipped page, unless the mode is `loopback`. */
export async function buildPage(outDir: string, mode: "loopback" | "production"): Promise<string> {
  await buildWith("production", {
    root: ui,
    configFile: join(ui, "vite.config.ts"),
    mode,
    logLevel: "error",
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}

/**
 * Builds both into a new folder; `close` removes it. The program is copied, so that a rebuild does not replace it
 * during a test.
 */
export async function buildAll(): Promise<Built & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "wenfang-app-"));
  const program = join(folder, "wenfang-loopback");
  await copyFile(await programOf("wenfang-loopback", process.env.WENFANG_LOOPBACK_BIN), program);
  const page = await buildPage(join(folder, "page"), "loopback");
  return { page, program, close: () => rm(folder, { recursive: true, force: true }) };
}

/** The requests of the desk to its host. */
export interface Noted {
  menus: { label: string; items: unknown[] }[];
  title: string;
  full_screen: boolean;
  kept_open: number;
  edits: string[];
  revealed: string[];
}

/** A running program. */
export interface Running {
  /** Address of the page with the token. */
  url: string;
  origin: string;
  /** The folder with all files of this studio. */
  home: string;
  process: ChildProcess;
  /** Calls the desk; rejects with its failure. */
  call<T = unknown>(name: string, request?: object): Promise<T>;
  noted(): Promise<Noted>;
  /** Sets the answers of the next system dialogs, in order. */
  answer(...paths: string[]): Promise<void>;
  /** Files of another program come over the window, leave it, or are dropped on it. */
  drag(what: { over: string[] } | "left" | { dropped: string[] }): Promise<void>;
  /** Closes the window as the author does, and waits for the program to end. */
  close(): Promise<void>;
  /** Kills the program, as a crash would. */
  kill(): Promise<void>;
}

export interface StartOptions {
  /** The folder of an earlier start. */
  home?: string;
  sample?: boolean;
  open?: string;
  /** Additional environment variables. */
  env?: Record<string, string>;
}

/** Starts the program, with a new home unless one is given. */
export async function startProgram({ page, program }: Built, options: StartOptions = {}): Promise<Running> {
  const home = options.home ?? (await mkdtemp(join(tmpdir(), "wenfang-home-")));
  await mkdir(home, { recursive: true });
  const answers = join(home, "answers");
  await writeFile(answers, "");
  const args = ["--ui", page, "--home", home];
  if (options.sample) args.push("--sample");
  if (options.open !== undefined) args.push("--open", options.open);
  const started = spawn(program, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, WENFANG_DIALOG_ANSWERS: answers, RUST_BACKTRACE: "0", ...options.env },
  });
  const ended = new Promise<void>((resolve) => started.once("exit", () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: started.stdout }).once("line", resolve);
    started.once("exit", (code) => reject(new Error(`the program ended with ${code}`)));
    started.once("error", reject);
  });
  const { url } = JSON.parse(line) as { url: string };
  const { origin, hash } = new URL(url);
  const authorization = `Bearer ${new URLSearchParams(hash.slice(1)).get("token")}`;
  return {
    url,
    origin,
    home,
    process: started,
    call: async <T>(name: string, request: object = {}) => {
      const response = await fetch(`${origin}/call`, {
        method: "POST",
        headers: { authorization },
        body: JSON.stringify({ name, request }),
      });
      const answer: unknown = await response.json();
      if (!response.ok)
        throw Object.assign(new Error(`${name}: ${JSON.stringify(answer)}`), { failure: answer });
      return answer as T;
    },
    noted: async () => {
      const response = await fetch(`${origin}/host`, { headers: { authorization } });
      return (await response.json()) as Noted;
    },
    answer: (...paths) => writeFile(answers, paths.map((path) => `${path}\n`).join("")),
    drag: async (what) => {
      const body = JSON.stringify(what);
      const answer = await fetch(`${origin}/drag`, { method: "POST", headers: { authorization }, body });
      if (!answer.ok) throw new Error(`drag: ${await answer.text()}`);
    },
    close: async () => {
      await fetch(`${origin}/close`, { method: "POST", headers: { authorization } });
      await ended;
    },
    kill: async () => {
      started.kill("SIGKILL");
      await ended;
    },
  };
}
