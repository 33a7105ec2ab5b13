// Test helper: an open scene with an editor, as the window opens it.
import { act } from "@testing-library/react";
import { afterEach } from "vitest";
import { createWriting, type Writing } from "@/editor/create";
import { editorCame } from "./marks";
import { acquireScene } from "./open-scenes";

let writings: Writing[] = [];

/** Opens the second scene with an editor. */
export async function write(): Promise<Writing> {
  const opened = await acquireScene(2);
  const writing = createWriting({
    parent: document.body.appendChild(document.createElement("div")),
    ...opened.initial,
    label: "正文",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.9, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
    scrolls: "self",
    callbacks: { onEdit: () => opened.changed(), onSelection: () => undefined },
  });
  opened.attach(writing);
  writings.push(writing);
  act(editorCame);
  return writing;
}

afterEach(() => {
  for (const writing of writings) writing.destroy();
  writings = [];
});
