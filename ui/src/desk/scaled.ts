// Sizes that have to be known in px although they grow with the interface, such as heights of rows that are drawn one by one.
import { useDesk } from "./desk";

/** How much larger than usual the interface is shown. */
export const useScale = (): number => useDesk((state) => state.settings.interface_scale);

/** So many px of an interface at its usual size, in px of the one that is shown. */
export function useScaled(size: number): number {
  return Math.round(size * useScale());
}
