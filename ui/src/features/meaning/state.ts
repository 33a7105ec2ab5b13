// How meaning is set up on this machine, as the backend told it last. Every change answers with all of it.
import type { UseQueryResult } from "@tanstack/react-query";
import { answers, useAnswer } from "@/ipc/queries";
import type { Failure, MeaningState, OfferedModel } from "@/ipc/types";

const STATE = ["meaning.state", {}] as const;

/** How meaning is set up. */
export function useMeaning(): UseQueryResult<MeaningState, Failure> {
  return useAnswer("meaning.state", {});
}

/** Shows what a change answered. */
export function takeState(state: MeaningState): void {
  answers.setQueryData<MeaningState>(STATE, state);
}

/** The offered model that is in use; null for a folder, and without a model. */
export function offeredInUse({ model, catalogue }: MeaningState): OfferedModel | null {
  if (model.type !== "downloaded") return null;
  return catalogue.find(({ id }) => id === model.model) ?? null;
}

/** The host of an address, as people call it; an address that is none as it is. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
