import { cleanup, render, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isFocusLost, useKeptFocus } from "./lost-focus";

function Pane({ rows }: { rows: readonly string[] }) {
  const pane = useRef<HTMLElement>(null);
  useKeptFocus(pane);
  return (
    <section ref={pane} aria-label="pane">
      {rows.map((row) => (
        <button key={row} type="button">
          {row}
        </button>
      ))}
    </section>
  );
}

let outside: HTMLButtonElement;
beforeEach(() => {
  outside = document.body.appendChild(document.createElement("button"));
});
afterEach(() => {
  cleanup();
  outside.remove();
});

const open = () => {
  const { rerender, getByText, getByLabelText } = render(<Pane rows={["one", "two"]} />);
  return {
    pane: getByLabelText("pane"),
    row: getByText,
    now: (rows: string[]) => rerender(<Pane rows={rows} />),
  };
};

it("keeps the focus of a removed element", async () => {
  const { pane, row, now } = open();
  row("two").focus();
  expect(isFocusLost()).toBe(false);
  now(["one"]);
  await waitFor(() => expect(document.activeElement).toBe(pane));
  expect(isFocusLost()).toBe(true);
  row("one").focus();
  now([]);
  await waitFor(() => expect(document.activeElement).toBe(pane));
});

it("leaves the focus that is elsewhere", async () => {
  const { row, now } = open();
  row("two").focus();
  outside.focus();
  now(["one"]);
  await Promise.resolve();
  expect(document.activeElement).toBe(outside);
  // A press beside everything takes the focus out of the pane.
  row("one").focus();
  document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  row("one").blur();
  now([]);
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
