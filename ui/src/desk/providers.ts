// The model configuration, for every feature that calls a model or reports that there is none. It is edited in
// features/models.
import type { UseQueryResult } from "@tanstack/react-query";
import { call } from "@/ipc/host";
import { answers, forget, useAnswer } from "@/ipc/queries";
import type { Failure, ProviderId, Providers } from "@/ipc/types";

const SET_UP = ["providers.list", {}] as const;

/** Providers, routes, ceilings, key storage, and the available presets. */
export function useProviders(): UseQueryResult<Providers, Failure> {
  return useAnswer("providers.list", {});
}

/** The current configuration, freshly fetched: a change must start from it, not from a cached one. */
export function setUp(): Promise<Providers> {
  return call("providers.list", {});
}

/** Every change returns the whole configuration; shows it at once. */
export function takeSetUp(providers: Providers): void {
  known = JSON.stringify(providers);
  answers.setQueryData<Providers>(SET_UP, providers);
}

/** The configuration that is shown, as JSON; null before it was read. */
let known: string | null = null;

/** Reads the configuration again: the command line may have changed it, such as the consent to a host. */
export async function rereadSetUp(): Promise<void> {
  const now = await setUp().catch(() => null);
  if (now === null) return;
  const [before, next] = [known, JSON.stringify(now)];
  if (before === next) return;
  takeSetUp(now);
  // The first reading says nothing about what is shown.
  if (before !== null) forget(["models"]);
}

/**
 * Sets the number of tokens (prompt and answer together) up to which requests of a model start without confirmation.
 * Rejects with a `Failure`.
 */
export async function setUnasked(id: ProviderId, model: string, tokens: number): Promise<void> {
  takeSetUp(await call("providers.set_unasked", { id, model, tokens }));
}

/** Records the author's consent to send text to a provider's host. Rejects with a `Failure`. */
export async function agree(provider: ProviderId): Promise<void> {
  takeSetUp(await call("providers.consent", { id: provider, agreed: true }));
}
