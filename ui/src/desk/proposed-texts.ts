// Texts of models that wait in the open editors. A part of the window that decides on a generation asks here first: its
// proposal is accepted in the text, so that it is not accepted a second time there.
import type { GenerationId, SceneId } from "@/ipc/types";

/** What the feature with the proposals does. */
export interface ProposedTexts {
  /** Accepts the whole text in the editor of its scene; false if it does not wait there. Rejects with a `Failure`. */
  accept(scene: SceneId, generation: GenerationId): Promise<boolean>;
  /** Dismisses the proposal; false if the text does not wait there, or others wait with it. */
  dismiss(scene: SceneId, generation: GenerationId): Promise<boolean>;
  /** The generation was decided in another way: its proposal goes. */
  forget(scene: SceneId, generation: GenerationId): void;
}

const NONE: ProposedTexts = {
  accept: async () => false,
  dismiss: async () => false,
  forget: () => undefined,
};

let texts = NONE;

export function proposedTexts(): ProposedTexts {
  return texts;
}

/** Sets what decides on proposals. */
export function offerProposedTexts(offered: ProposedTexts): void {
  texts = offered;
}
