// Keys that more than one place names.
export const PLANT_KEYS = "CmdOrCtrl+Shift+P";
