import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { answers, forget } from "./queries";
import { READS } from "./types";

const KEY = ["kg.proposals", { status: "pending" }];
const TAGS = READS["kg.proposals"];

afterEach(() => answers.clear());

/** A query with controlled answers: one resolver for each request. */
function question() {
  const tell: ((words: string) => void)[] = [];
  return { ask: () => new Promise<string>((resolve) => tell.push(resolve)), tell };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it("an unobserved in-flight answer is not cached as fresh after a change", async () => {
  const { ask, tell } = question();
  void answers.fetchQuery({ queryKey: KEY, queryFn: ask });
  forget(TAGS);
  tell[0]?.("before");
  await settled();
  expect(answers.getQueryState(KEY)?.isInvalidated).toBe(true);
});

it("an awaited first answer is fetched again after a change", async () => {
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

it("a displayed answer is fetched once after a change", async () => {
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
