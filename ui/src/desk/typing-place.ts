// Where the keyboard types.

/** Whether focus is in a field other than a text, such as a search field. */
export function isInField(): boolean {
  const at = document.activeElement;
  if (at === null || at.matches(".held-typing") || at.closest(".cm-content") !== null) return false;
  return at.matches("input, textarea, select, [contenteditable=true]");
}

/** Whether what is typed goes elsewhere than into a scene: into a field, or into the editor of something else. */
export function isTypingElsewhere(): boolean {
  const editor = document.activeElement?.closest(".cm-content") ?? null;
  return isInField() || (editor !== null && editor.closest("[data-scene]") === null);
}
