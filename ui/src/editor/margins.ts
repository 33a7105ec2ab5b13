// A press in the blank beside the text acts as a press at the nearest place in the text: it puts the caret
// there and keeps the keyboard in the text.
import { type EditorView, ViewPlugin } from "@codemirror/view";

/** The least distance of a moved press from the edges of the text, in px. */
const INSET = 1;

/** Whether a press is on an element's scroll bar. */
function isOnScrollBar(scroller: Element, { clientX }: MouseEvent): boolean {
  const { left } = scroller.getBoundingClientRect();
  return clientX >= left + scroller.clientLeft + scroller.clientWidth;
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

function pressNearest(content: HTMLElement, event: MouseEvent): void {
  const { left, right, top, bottom } = content.getBoundingClientRect();
  // The browser would move the focus to nothing.
  event.preventDefault();
  const { button, buttons, detail, shiftKey } = event;
  content.dispatchEvent(
    new MouseEvent("mousedown", {
      bubbles: true,
      cancelable: true,
      view: window,
      clientX: within(event.clientX, left + INSET, right - INSET),
      clientY: within(event.clientY, top + INSET, bottom - INSET),
      ...{ button, buttons, detail, shiftKey },
    }),
  );
}

/** Whether a press has the primary button and nothing has handled it. */
const isPlain = (event: MouseEvent) => event.button === 0 && !event.defaultPrevented;

/** The margins of an editor. */
export const margins = ViewPlugin.fromClass(
  class {
    private readonly view: EditorView;
    private readonly onPress: (event: MouseEvent) => void;

    constructor(view: EditorView) {
      const { scrollDOM, contentDOM } = view;
      this.view = view;
      this.onPress = (event) => {
        if (!isPlain(event) || event.target !== scrollDOM || isOnScrollBar(scrollDOM, event)) return;
        pressNearest(contentDOM, event);
      };
      scrollDOM.addEventListener("mousedown", this.onPress);
    }

    destroy(): void {
      this.view.scrollDOM.removeEventListener("mousedown", this.onPress);
    }
  },
);
