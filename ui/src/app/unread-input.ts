// Keeps `input` events of the text from React.
//
// CodeMirror reads what was typed from the DOM in a microtask after the event. React runs effects that are due as soon
// as it receives the event: one that updates the editor would make CodeMirror draw the line from its old state, and the
// typed words would be lost. Nobody needs the event, and the editor has its own listeners for what was typed.

function stop(event: Event): void {
  if (event.target instanceof Element && event.target.classList.contains("cm-content"))
    event.stopPropagation();
}

/** Stops these events before React sees them. Returns a function that ends it. */
export function keepInputFromReact(): () => void {
  window.addEventListener("input", stop, true);
  return () => window.removeEventListener("input", stop, true);
}
