/** Dialogs, excluding notices, which screen readers also treat as dialogs but which are in a region. */
export const DIALOG = ":is([role=dialog], [role=alertdialog]):not([role=region] *)";
