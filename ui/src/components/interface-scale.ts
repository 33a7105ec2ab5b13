// The scale of the interface, for components that must know sizes in px, such as virtual lists.
import { createContext, useContext } from "react";

/** The factor by which the window enlarges the interface; 1 outside the window, for example in tests of one component. */
export const InterfaceScale = createContext(1);

export const useInterfaceScale = (): number => useContext(InterfaceScale);
