import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { answers, forget } from "./queries";
import { READS } from "./types";

const KEY = ["kg.proposals", { status: "pending" }];
const TAGS = READS["kg.proposals"];

afterEach(() => answers.clear());

/** A query with controlled answers: one resolver for each request. */
function controlledQuery() {
  const resolvers: ((words: string) => void)[] = [];
  return { request: () => new Promise<string>((resolve) => resolvers.push(resolve)), resolvers };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it("an unobserved in-flight answer is not cached as fresh after a change", async () => {
  const { request, resolvers } = controlledQuery();
  void answers.fetchQuery({ queryKey: KEY, queryFn: request });
  forget(TAGS);
  resolvers[0]?.("before");
  await settled();
  expect(answers.getQueryState(KEY)?.isInvalidated).toBe(true);
});

it("an awaited first answer is fetched again after a change", async () => {
  const { request, resolvers } = controlledQuery();
  const observer = new QueryObserver(answers, { queryKey: KEY, queryFn: request });
  const stop = observer.subscribe(() => undefined);
  forget(TAGS);
  resolvers[0]?.("before");
  await settled();
  resolvers.at(-1)?.("after");
  await settled();
  expect(observer.getCurrentResult().data).toBe("after");
  expect(resolvers).toHaveLength(2);
  stop();
});

it("a displayed answer is fetched once after a change", async () => {
  const { request, resolvers } = controlledQuery();
  const observer = new QueryObserver(answers, { queryKey: KEY, queryFn: request });
  const stop = observer.subscribe(() => undefined);
  resolvers[0]?.("first");
  await settled();
  forget(TAGS);
  forget(TAGS);
  resolvers.at(-1)?.("last");
  await settled();
  expect(observer.getCurrentResult().data).toBe("last");
  stop();
});
