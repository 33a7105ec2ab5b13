// The step at which a report opens.
import { create } from "zustand";
import type { GenerationId } from "@/ipc/types";
import { showGeneration } from "./desk";

interface ShownStep {
  /** The step to open; null for none. */
  at: { generation: GenerationId; step: string } | null;
}

export const useShownStep = create<ShownStep>(() => ({ at: null }));

/** Shows how a text came about, opened at a step. */
export function showStep(generation: GenerationId, step: string): void {
  useShownStep.setState({ at: { generation, step } });
  showGeneration(generation);
}
