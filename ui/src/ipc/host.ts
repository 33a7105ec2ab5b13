// The host of the window: the program that answers commands. The rest of the window never knows which one it is.
import type { Commands, DeskEvent, Failure, GenerationEvent, StreamItem } from "./types";

/** What a host can do. */
export interface Host {
  /** Answers a command; rejects with a `Failure`. */
  call(name: string, request: unknown): Promise<unknown>;
  /** Runs a command as a stream; resolves when it has ended. Items come in order. */
  stream(name: string, request: unknown, onItem: (item: StreamItem) => void): Promise<void>;
}

export type CommandName = keyof Commands;
export type Request<N extends CommandName> = Commands[N]["request"];
export type Answer<N extends CommandName> = Commands[N]["answer"];

let host: Host | null = null;

/** Chooses the host; once, before anything is asked. */
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

/** Anything that was thrown, as a failure with a code. */
export function toFailure(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "internal", message, hint: "", details: null };
}

let answered: (name: CommandName) => void = () => undefined;

/** Sets who is told that a command was answered, before whoever asked for it goes on. */
export function whenAnswered(handler: typeof answered): void {
  answered = handler;
}

/** Asks for an answer. Rejects with a `Failure`. */
export async function call<N extends CommandName>(name: N, request: Request<N>): Promise<Answer<N>> {
  try {
    const answer = (await current().call(name, request)) as Answer<N>;
    answered(name);
    return answer;
  } catch (thrown) {
    throw toFailure(thrown);
  }
}

/** How far a job is. */
export interface JobProgress {
  stage: string;
  done: number;
  /** 0 when nobody knows. */
  total: number;
}

/** A long command under way. */
export interface Job<N extends CommandName> {
  /** Its answer; rejects with a `Failure`, whose code is `stopped` after `stop`. */
  readonly answer: Promise<Answer<N>>;
  /** Asks it to stop; it ends with nothing of its act stored, or has ended already. */
  stop(): void;
}

/** Runs a long command with progress; `onGeneration` is told of text that comes in from models. */
export function run<N extends CommandName>(
  name: N,
  request: Request<N>,
  onProgress: (progress: JobProgress) => void = () => undefined,
  onGeneration: (told: GenerationEvent) => void = () => undefined,
): Job<N> {
  let job: number | null = null;
  let wanted = false;
  const stop = () => {
    wanted = true;
    if (job !== null) void call("job.stop", { job }).catch(() => undefined);
  };
  const answer = new Promise<Answer<N>>((resolve, reject) => {
    const onItem = ({ event }: StreamItem) => {
      if (event.type === "started") {
        job = event.job;
        if (wanted) stop();
      } else if (event.type === "progress") {
        onProgress({ stage: event.stage, done: event.done, total: event.total });
      } else if (event.type === "generation") {
        onGeneration(event.told);
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

/** Listens for what nobody asked for, as long as the window lives. */
export function listen(onEvent: (event: DeskEvent) => void): void {
  const again = () => setTimeout(() => listen(onEvent), 1000);
  current()
    .stream("desk.events", {}, ({ event }) => {
      if (event.type === "told") onEvent(event.told);
    })
    .then(again, again);
}
