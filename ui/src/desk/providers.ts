// What is set up about models, for every feature that calls one or tells that there is none. It is changed in
// features/models.
import type { UseQueryResult } from "@tanstack/react-query";
import { call } from "@/ipc/host";
import { answers, useAnswer } from "@/ipc/queries";
import type { Failure, ProviderId, Providers } from "@/ipc/types";

const SET_UP = ["providers.list", {}] as const;

/** Providers, routes, ceilings, where keys are, and what can be set up. */
export function useProviders(): UseQueryResult<Providers, Failure> {
  return useAnswer("providers.list", {});
}

/** What is set up now: a change begins with it, whatever was shown last. */
export function setUp(): Promise<Providers> {
  return call("providers.list", {});
}

/** Every change answers with all that is set up: it shows at once. */
export function takeSetUp(providers: Providers): void {
  answers.setQueryData<Providers>(SET_UP, providers);
}

/** Requests of a model that take so many tokens, sent and answered together, begin unasked. Rejects with a `Failure`. */
export async function setUnasked(id: ProviderId, model: string, tokens: number): Promise<void> {
  takeSetUp(await call("providers.set_unasked", { id, model, tokens }));
}

/** The author agrees that text is sent to the host of a provider. Rejects with a `Failure`. */
export async function agree(provider: ProviderId): Promise<void> {
  takeSetUp(await call("providers.consent", { id: provider, agreed: true }));
}
