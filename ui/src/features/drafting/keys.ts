// Keys that more than one place names.
export const ACCEPT_ALL_KEYS = "CmdOrCtrl+Enter";
export const NEXT_KEYS = "F8";
export const PREVIOUS_KEYS = "Shift+F8";
