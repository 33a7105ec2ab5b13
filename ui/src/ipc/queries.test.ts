import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { answers, forget } from "./queries";
import { READS } from "./types";

const KEY = ["kg.proposals", { status: "pending" }];
const TAGS = READS["kg.proposals"];

afterEach(() => answers.clear());

/** A question whose answers come when they are told to: one teller for each time it was asked. */
function question() {
  const tell: ((words: string) => void)[] = [];
  return { ask: () => new Promise<string>((resolve) => tell.push(resolve)), tell };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it("an answer on its way to nobody does not pass for new when something changed meanwhile", async () => {
  const { ask, tell } = question();
  void answers.fetchQuery({ queryKey: KEY, queryFn: ask });
  forget(TAGS);
  tell[0]?.("before");
  await settled();
  expect(answers.getQueryState(KEY)?.isInvalidated).toBe(true);
});

it("a first answer that somebody waits for is asked for again when something changed meanwhile", async () => {
  const { ask, tell } = question();
  const observer = new QueryObserver(answers, { queryKey: KEY, queryFn: ask });
  const stop = observer.subscribe(() => undefined);
  forget(TAGS);
  tell[0]?.("before");
  await settled();
  tell.at(-1)?.("after");
  await settled();
  expect(observer.getCurrentResult().data).toBe("after");
  expect(tell).toHaveLength(2);
  stop();
});

it("an answer that is shown is asked for once when something changed", async () => {
  const { ask, tell } = question();
  const observer = new QueryObserver(answers, { queryKey: KEY, queryFn: ask });
  const stop = observer.subscribe(() => undefined);
  tell[0]?.("first");
  await settled();
  forget(TAGS);
  forget(TAGS);
  tell.at(-1)?.("last");
  await settled();
  expect(observer.getCurrentResult().data).toBe("last");
  stop();
});
