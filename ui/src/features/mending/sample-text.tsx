// For stories: a text with the changes of a mending in it, the card of the first one, and the bar.
import { useEffect, useRef, useState } from "react";
import { editorCame } from "@/desk/marks";
import { acquireScene, forgetAll } from "@/desk/open-scenes";
import { createWriting } from "@/editor/create";
import type { FakeAnswers } from "@/ipc/fake-host";
import type { MendPieceView } from "@/ipc/types";
import { ChangesBar } from "./changes-bar";
import { piece, proposal, type Say } from "./sample";
import { useMendings } from "./state";

const NO_COUNTS = { standard: 0, word: 0, han: 0, all: 0 };

const linesOf = (say: Say) => [
  say("他把船系在青石度的木桩上。", "He tied the boat to the post at Bluestone Fery."),
  say("信纸像是被水泡过。", "The letter looked as if soaked in water."),
];

/** A change of one of the lines. */
function changeOf(say: Say, line: number, [old, next]: readonly [string, string]): MendPieceView {
  const lines = linesOf(say);
  const [before = "", after = ""] = (lines[line] ?? "").split(old);
  const start = lines.slice(0, line).join("\n").length + (line > 0 ? 1 : 0) + before.length;
  const edit = { range: { start, end: start + old.length }, old, new: next, before, after };
  return piece(line, { edits: [edit] });
}

/** Answers of a host with a text and its changes; the first one is changed further. */
export function textAnswers(say: Say, first: Partial<MendPieceView> = {}): FakeAnswers {
  const name = [say("青石度", "Bluestone Fery"), say("青石渡", "Bluestone Ferry")] as const;
  const letter = [say("像是被水泡过", "looked as if soaked in water"), say("发软", "was limp")] as const;
  const pieces = [{ ...changeOf(say, 0, name), ...first }, changeOf(say, 1, letter)];
  return {
    "mend.proposal": () => proposal(say, { pieces }),
    "scene.text": () => ({
      version: 1,
      branch: 1,
      text: linesOf(say).join("\n"),
      counts: NO_COUNTS,
      draft: null,
    }),
    "prose.count": () => ({ counts: NO_COUNTS }),
    "threads.in_scene": () => ({ scene: 2, text: "version", version: 1, hash: "", anchors: [] }),
    "scene.spans": () => ({ version: 1, spans: [] }),
  } as unknown as FakeAnswers;
}

export function ChangesInText({ say }: { say: Say }) {
  const text = useRef<HTMLDivElement>(null);
  useState(() => {
    forgetAll();
    useMendings.setState({ card: "focused", looked: new Map() });
  });
  useEffect(() => {
    const parent = text.current;
    if (parent === null) return;
    let close = (): void => undefined;
    let isGone = false;
    void acquireScene(2)
      .then((scene) => {
        if (isGone) return;
        const writing = createWriting({
          parent,
          ...scene.initial,
          label: say("正文", "Text"),
          appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.9, measure: 38, indent: 2 },
          modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
          scrolls: "self",
          callbacks: { onEdit: () => scene.changed(), onSelection: () => undefined },
        });
        scene.attach(writing);
        close = () => writing.destroy();
        editorCame();
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
      close();
    };
  }, [say]);
  return (
    <div className="flex h-110 w-200 max-w-full flex-col overflow-hidden rounded-lg border border-line bg-page">
      <div ref={text} className="min-h-0 flex-1 p-6" />
      <div className="px-4 pb-3 empty:hidden">
        <ChangesBar />
      </div>
    </div>
  );
}
