// The host of the window: the program that answers commands. The rest of the window does not know which one it is.
import type { Commands, DeskEvent, Failure, GenerationEvent, StreamItem } from "./types";

/** The interface of a host. */
export interface Host {
  /** Answers a command; rejects with a `Failure`. */
  call(name: string, request: unknown): Promise<unknown>;
  /** Runs a command as a stream; resolves when it has ended. Items arrive in order. */
  stream(name: string, request: unknown, onItem: (item: StreamItem) => void): Promise<void>;
}

export type CommandName = keyof Commands;
export type Request<N extends CommandName> = Commands[N]["request"];
/** What the window sends: a command that can ask a model says how many tokens the author agreed to. */
export type Sent<N extends CommandName> = N extends `${string}.${"preview" | "estimate"}${string}`
  ? Request<N>
  : "agreed" extends keyof Request<N>
    ? Request<N> & { agreed: number | boolean }
    : Request<N>;
export type Answer<N extends CommandName> = Commands[N]["answer"];

let host: Host | null = null;

/** Sets the host; called once, before any request. */
export function chooseHost(chosen: Host): void {
  host = chosen;
}

function current(): Host {
  if (host === null) throw new Error("no host was chosen");
  return host;
}

/** Whether a value is a failure of the backend. */
export function isFailure(value: unknown): value is Failure {
  return (
    typeof value === "object" && value !== null && "code" in value && "message" in value && "hint" in value
  );
}

/** Converts anything thrown to a failure with a code. */
export function toFailure(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "internal", message, hint: "", details: null };
}

let answered: (name: CommandName) => void = () => undefined;

/** Sets a handler that runs when a command was answered, before its caller continues. */
export function whenAnswered(handler: typeof answered): void {
  answered = handler;
}

/** Sends a command. Rejects with a `Failure`. */
export async function call<N extends CommandName>(name: N, request: Sent<N>): Promise<Answer<N>> {
  try {
    const answer = (await current().call(name, request)) as Answer<N>;
    answered(name);
    return answer;
  } catch (thrown) {
    throw toFailure(thrown);
  }
}

/** The progress of a job. */
export interface JobProgress {
  stage: string;
  done: number;
  /** 0 when unknown. */
  total: number;
}

/** A running long command. */
export interface Job<N extends CommandName> {
  /** Its answer; rejects with a `Failure`, whose code is `stopped` after `stop`. */
  readonly answer: Promise<Answer<N>>;
  /** Requests a stop. The command ends without storing anything, unless it has already ended. */
  stop(): void;
}

/** Runs a long command with progress; `onGeneration` receives text that streams in from models. */
export function run<N extends CommandName>(
  name: N,
  request: Sent<N>,
  onProgress: (progress: JobProgress) => void = () => undefined,
  onGeneration: (generation: GenerationEvent) => void = () => undefined,
): Job<N> {
  let job: number | null = null;
  let isStopRequested = false;
  const stop = () => {
    isStopRequested = true;
    if (job !== null) void call("job.stop", { job }).catch(() => undefined);
  };
  const answer = new Promise<Answer<N>>((resolve, reject) => {
    const onItem = ({ event }: StreamItem) => {
      if (event.type === "started") {
        job = event.job;
        if (isStopRequested) stop();
      } else if (event.type === "progress") {
        onProgress({ stage: event.stage, done: event.done, total: event.total });
      } else if (event.type === "generation") {
        onGeneration(event.event);
      } else if (event.type === "done") {
        answered(name);
        resolve(event.answer as Answer<N>);
      } else if (event.type === "failed") {
        reject(event.error);
      }
    };
    current()
      .stream(name, request, onItem)
      .then(() => reject(toFailure(new Error("the stream ended without an answer"))))
      .catch((thrown) => reject(toFailure(thrown)));
  });
  return { answer, stop };
}

/** Listens for unsolicited events, for the lifetime of the window. */
export function listen(onEvent: (event: DeskEvent) => void): void {
  const restart = () => setTimeout(() => listen(onEvent), 1000);
  current()
    .stream("desk.events", {}, ({ event }) => {
      if (event.type === "desk") onEvent(event.event);
    })
    .then(restart, restart);
}
