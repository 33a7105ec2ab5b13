import { beforeEach, expect, it } from "vitest";
import { chooseFakeHost } from "@/ipc/fake-host";
import { answers, onForgotten } from "@/ipc/queries";
import type { Providers } from "@/ipc/types";
import { rereadSetUp, takeSetUp } from "./providers";

const providers = (consented: boolean) => ({ providers: [{ consented }] }) as unknown as Providers;

beforeEach(() => answers.clear());

it("shows what another process changed, and forgets what depends on it", async () => {
  let now = providers(true);
  chooseFakeHost({ "providers.list": () => now });
  takeSetUp(now);
  const forgotten: string[] = [];
  const stop = onForgotten((tags) => void forgotten.push(...tags));
  await rereadSetUp();
  expect(forgotten).toEqual([]);
  now = providers(false);
  await rereadSetUp();
  expect(answers.getQueryData(["providers.list", {}])).toEqual(now);
  expect(forgotten).toEqual(["models"]);
  stop();
});

it("leaves everything as it is if it cannot be read", async () => {
  const known = providers(true);
  takeSetUp(known);
  chooseFakeHost({});
  await rereadSetUp();
  expect(answers.getQueryData(["providers.list", {}])).toEqual(known);
});
