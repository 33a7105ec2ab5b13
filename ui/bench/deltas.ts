// A server that streams like a model, in the process of the benchmark: each piece is stamped when it is written.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const MODEL = "bench";
/** Tokens a second. */
const PACE = 100;
/** Before the end, so that the last piece is painted as it came, ms. */
const QUIET = 400;

/** ms since the epoch, by the clock that only goes forward. */
export const now = (): number => performance.timeOrigin + performance.now();

export interface Deltas {
  origin: string;
  /** The page of the reference: nothing but a `div`. */
  page: string;
  /** The pieces that are streamed. */
  pieces: readonly string[];
  /** Waits until a stream was asked for, and is held back. */
  asked(): Promise<void>;
  /** Streams; answers when each piece was written. */
  stream(): Promise<number[]>;
  close(): Promise<void>;
}

/** A token is a character: 字, with a mark or a new paragraph here and there. */
function pieces(count: number): string[] {
  const words = "江上的雾还没有散他把船系好又站了一会儿才往岸上走灯在身后亮着";
  return Array.from({ length: count }, (_, at) => {
    if (at % 90 === 89) return "。\n\n";
    if (at % 15 === 14) return "，";
    return words[at % words.length] ?? "";
  });
}

const event = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 0, model: MODEL, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** Starts the server; every stream has so many pieces. */
export async function startDeltas(count: number): Promise<Deltas> {
  const all = pieces(count);
  const held: ServerResponse[] = [];
  let arrived: (() => void) | null = null;
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === "GET") {
      response.writeHead(request.url === "/plain" ? 200 : 404, {
        "content-type": "text/html; charset=utf-8",
      });
      response.end("<!doctype html><meta charset=utf-8><div style='width:40em;line-height:1.9'></div>");
      return;
    }
    response.socket?.setNoDelay(true);
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(event({ role: "assistant", content: "" }));
    held.push(response);
    arrived?.();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    page: `${origin}/plain`,
    pieces: all,
    asked: () =>
      new Promise((resolve) => {
        if (held.length > 0) resolve();
        else arrived = resolve;
      }),
    stream: async () => {
      const response = held.shift();
      arrived = null;
      if (response === undefined) throw new Error("nobody asked for a stream");
      const stamps: number[] = [];
      const begun = performance.now();
      for (const [at, content] of all.entries()) {
        const wait = begun + (at * 1000) / PACE - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        if (response.destroyed) return stamps;
        stamps.push(now());
        response.write(event({ content }));
      }
      await new Promise((resolve) => setTimeout(resolve, QUIET));
      response.end(`${event({}, "stop")}data: [DONE]\n\n`);
      return stamps;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
