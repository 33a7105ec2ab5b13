// The interface scale, for sizes that must be known in px although they grow with the interface.
import { useDesk } from "./desk";

/** The interface scale. */
export const useScale = (): number => useDesk((state) => state.settings.interface_scale);
