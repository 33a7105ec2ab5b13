// A host for stories and tests: answers by name, and remembers what was asked.
import { type Answer, type CommandName, chooseHost, type JobProgress, type Request } from "./host";
import type { Failure } from "./types";

type Answering<N extends CommandName> = (request: Request<N>) => Answer<N> | Promise<Answer<N>>;

/** What a fake host answers; what is not listed is refused as not found. */
export type FakeAnswers = { [N in CommandName]?: Answering<N> };

/** What was asked of a fake host. */
export interface Asked {
  name: string;
  request: unknown;
}

/** A failure with nothing but a code, unless more is said. */
export function failure(code: Failure["code"], more: Partial<Failure> = {}): Failure {
  return { code, message: `${code}: a made-up failure`, hint: "", details: null, ...more };
}

/** An answer that never comes. */
export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** Chooses a fake host; the answer grows with everything that is asked. `progress` is told by every long command. */
export function chooseFakeHost(answers: FakeAnswers, progress: JobProgress[] = []): Asked[] {
  const asked: Asked[] = [];
  const ask = async (name: string, request: unknown): Promise<unknown> => {
    asked.push({ name, request });
    const answer = answers[name as CommandName] as ((request: unknown) => unknown) | undefined;
    if (answer === undefined) throw failure("not_found", { message: `nobody answers ${name}` });
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
