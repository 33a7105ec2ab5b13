// Sizes that must be known in px although they grow with the interface, such as row heights of virtual lists.
import { useDesk } from "./desk";

/** The interface scale. */
export const useScale = (): number => useDesk((state) => state.settings.interface_scale);

/** Converts px at normal interface scale to px at the current scale. */
export function useScaled(size: number): number {
  return Math.round(size * useScale());
}
