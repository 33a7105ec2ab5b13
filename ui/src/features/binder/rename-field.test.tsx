import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { startI18n } from "@/app/i18n";
import { show } from "@/components/testing";
import { useDesk } from "@/desk/desk";
import { whileHolding } from "@/desk/held-typing";
import type { OpenedProject } from "@/ipc/types";
import { RenameField } from "./rename-field";

/** A field that received text typed before it existed and has not rendered again yet. */
async function handed(words: string) {
  await startI18n("zh");
  useDesk.setState({ project: { writable: true } as OpenedProject, dialog: null });
  const onDone = vi.fn();
  let end = () => {};
  const act = whileHolding(() => new Promise<void>((resolve) => (end = resolve)));
  const buffer = document.querySelector<HTMLTextAreaElement>(".held-typing");
  if (buffer !== null) buffer.value = words;
  await show(<RenameField text="第二章 " caretAtEnd needed onDone={onDone} />);
  end();
  await act;
  return { onDone, field: screen.getByRole<HTMLInputElement>("textbox") };
}

const key = (name: string) => new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });

it("keeps the buffered text when Enter comes at once", async () => {
  const { onDone, field } = await handed("夜雨");
  field.dispatchEvent(key("Enter"));
  expect(onDone.mock.calls).toEqual([["第二章 夜雨", "enter"]]);
});

it("puts the next letter after the buffered text", async () => {
  const { onDone, field } = await handed("夜");
  const { selectionStart, value } = field;
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  set?.call(field, `${value.slice(0, selectionStart ?? 0)}雨`);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(key("Enter"));
  expect(onDone.mock.calls).toEqual([["第二章 夜雨", "enter"]]);
});
