// A host for stories and tests: answers by command name, and records the requests.
import { type Answer, type CommandName, chooseHost, type JobProgress, type Request } from "./host";
import type { Failure } from "./types";

type Answering<N extends CommandName> = (request: Request<N>) => Answer<N> | Promise<Answer<N>>;

/** The answers of a fake host; a command that is not listed fails with `not_found`. */
export type FakeAnswers = { [N in CommandName]?: Answering<N> };

/** A request to a fake host. */
export interface Asked {
  name: string;
  request: unknown;
}

/** A failure with only a code, unless more fields are given. */
export function failure(code: Failure["code"], more: Partial<Failure> = {}): Failure {
  return { code, message: `${code}: a made-up failure`, hint: "", details: null, ...more };
}

/** An answer that never arrives. */
export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** Installs a fake host; the returned list grows with every request. Every long command reports `progress`. */
export function chooseFakeHost(answers: FakeAnswers, progress: JobProgress[] = []): Asked[] {
  const asked: Asked[] = [];
  const ask = async (name: string, request: unknown): Promise<unknown> => {
    asked.push({ name, request });
    const answer = answers[name as CommandName] as ((request: unknown) => unknown) | undefined;
    if (answer === undefined) throw failure("not_found", { message: `no answer for ${name}` });
    return answer(request);
  };
  chooseHost({
    call: ask,
    stream: async (name, request, onItem) => {
      let seq = 0;
      onItem({ seq: seq++, event: { type: "started", job: 1 } });
      for (const at of progress) onItem({ seq: seq++, event: { type: "progress", ...at } });
      try {
        const answer = (await ask(name, request)) as never;
        onItem({ seq, event: { type: "done", answer } });
      } catch (thrown) {
        onItem({ seq, event: { type: "failed", error: thrown as Failure } });
      }
    },
  });
  return asked;
}
