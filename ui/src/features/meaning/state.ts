// The state of search by meaning on this machine. Every change returns the complete state.
import type { UseQueryResult } from "@tanstack/react-query";
import { answers, useAnswer } from "@/ipc/queries";
import type { Failure, MeaningState, OfferedModel } from "@/ipc/types";

const STATE = ["meaning.state", {}] as const;

/** The state of search by meaning. */
export function useMeaning(): UseQueryResult<MeaningState, Failure> {
  return useAnswer("meaning.state", {});
}

/** Shows the state returned by a change. */
export function takeState(state: MeaningState): void {
  answers.setQueryData<MeaningState>(STATE, state);
}

/** The offered model in use; null for a folder, and without a model. */
export function offeredInUse({ model, catalogue }: MeaningState): OfferedModel | null {
  if (model.type !== "downloaded") return null;
  return catalogue.find(({ id }) => id === model.model) ?? null;
}

/** The host of an address; an invalid address is returned unchanged. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
