// The scripted model server (`tests/model-server`) as a separate process.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { programOf } from "./program.ts";

/** A request as the server recorded it. */
export interface Recorded {
  path: string;
  headers: Record<string, string>;
  body: { messages?: { role: string; content: string }[]; model?: string };
  ended: { how: "answered" | "client_closed" | "broken"; at_ms: number } | null;
}

export interface ModelServer {
  /** The base address of its API. */
  url: string;
  /** Replaces its answers: a `Script` of the server. */
  script(script: object): Promise<void>;
  /** The requests so far. */
  requests(): Promise<Recorded[]>;
  close(): Promise<void>;
}

/** Starts a server; without a script every chat gets a few sentences. */
export async function startModelServer(script?: object): Promise<ModelServer> {
  const program = await programOf("wenfang-model-server", process.env.WENFANG_MODEL_SERVER_BIN);
  const child = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.once("error", reject);
  });
  const url = line.replace(/^listening /, "");
  const { origin } = new URL(url);
  const server: ModelServer = {
    url,
    script: async (next) => {
      const answer = await fetch(`${origin}/__script`, { method: "POST", body: JSON.stringify(next) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    requests: async () => (await (await fetch(`${origin}/__requests`)).json()) as Recorded[],
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
  if (script !== undefined) await server.script(script);
  return server;
}
