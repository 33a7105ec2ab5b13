// The environment for the page's unit tests.
import { configure } from "@testing-library/react";

// Tests wait as long as a busy machine needs; what is there already is seen at once.
configure({ asyncUtilTimeout: 20_000 });

// The selection of this document reports a change at once, even of none; browsers do so in a separate task. An editor
// drawing its selection would be notified in the middle of it, so notifications are off here.
if (typeof document !== "undefined") {
  const dispatch = document.dispatchEvent.bind(document);
  document.dispatchEvent = (event) => event.type === "selectionchange" || dispatch(event);
}
