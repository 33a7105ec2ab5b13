// What the page's unit tests need of their surroundings.
import { configure } from "@testing-library/react";

// Tests wait for what must come as long as a busy machine needs; what is there is seen at once.
configure({ asyncUtilTimeout: 20_000 });

// The selection of this document tells of a change at once, even of none; browsers do so in a task of its own. An editor that
// draws its selection would be told in the middle of it: here it is not told.
if (typeof document !== "undefined") {
  const dispatch = document.dispatchEvent.bind(document);
  document.dispatchEvent = (event) => event.type === "selectionchange" || dispatch(event);
}
