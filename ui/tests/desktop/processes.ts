// The programs a test starts: each in its own session, ended together with everything it started, by process id.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";

/** A process as /proc describes it. */
export interface Process {
  pid: number;
  parent: number;
  session: number;
  name: string;
}

/** Every process of the machine. */
export function processes(): Process[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const close = stat.lastIndexOf(")");
      const [state, parent, , session] = stat.slice(close + 2).split(" ");
      if (state === "Z") return [];
      return [
        {
          pid: Number(entry),
          parent: Number(parent),
          session: Number(session),
          name: stat.slice(stat.indexOf("(") + 1, close),
        },
      ];
    } catch {
      return []; // It has just ended.
    }
  });
}

/** A process and all that descend from it. */
export function family(pid: number): Process[] {
  const all = processes();
  const found = all.filter((process) => process.pid === pid);
  for (const one of found) found.push(...all.filter((process) => process.parent === one.pid));
  return found;
}

/** Starts a program as the leader of a new session; its output is appended to a file. */
export function start(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  log: string,
): ChildProcess {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, "a");
  const child = spawn(program, args, { env, detached: true, stdio: ["ignore", output, output] });
  closeSync(output);
  return child;
}

/** Kills a program and its whole session, and waits until nothing of it is left. */
export async function end(child: ChildProcess): Promise<void> {
  const session = child.pid;
  if (session === undefined) return;
  await until(`session ${session} ends`, () => {
    const left = processes().filter((process) => process.session === session);
    for (const process of left) kill(process.pid);
    return left.length === 0;
  });
}

/** Kills one process; it may already be gone. */
export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It had already ended.
  }
}

/** A free port of the loopback interface. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Repeats a query until it returns something; fails with the name of the awaited state. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  patience = 60_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + patience;
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline) throw new Error(`timed out until ${what}; last: ${String(last)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
