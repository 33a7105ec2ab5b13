/** Dialogs, and not notices, which are dialogs to screen readers as well but stand in a region. */
export const DIALOG = ":is([role=dialog], [role=alertdialog]):not([role=region] *)";
