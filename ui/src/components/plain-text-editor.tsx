// The React wrapper of the plain-text editor: outside text is applied only if it differs.
import { type RefObject, useEffect, useRef } from "react";
import { createPlainText, type PlainText } from "@/editor/plain-text";

interface PlainTextEditorProps {
  text: string;
  label: string;
  /** The id of the error list. */
  describedBy: string;
  lang: string;
  readOnly: boolean;
  /** Lines with errors, from 1. */
  faults: readonly number[];
  editor: RefObject<PlainText | null>;
  onEdit: (text: string) => void;
}

export function PlainTextEditor(props: PlainTextEditorProps) {
  const { text, label, describedBy, lang, readOnly, faults, editor, onEdit } = props;
  const body = useRef<HTMLDivElement>(null);
  const initial = useRef({ text, readOnly, onEdit });
  initial.current = { text, readOnly, onEdit };
  useEffect(() => {
    if (body.current === null) return;
    const created = createPlainText({
      parent: body.current,
      ...initial.current,
      label,
      describedBy,
      lang,
      onEdit: (next) => initial.current.onEdit(next),
    });
    editor.current = created;
    return () => {
      editor.current = null;
      created.destroy();
    };
  }, [label, describedBy, lang, editor]);
  useEffect(() => editor.current?.become(text), [text, editor]);
  useEffect(() => editor.current?.setReadOnly(readOnly), [readOnly, editor]);
  const marked = faults.join(" ");
  useEffect(() => {
    editor.current?.setFaults(marked === "" ? [] : marked.split(" ").map(Number));
  }, [marked, editor]);
  return <div ref={body} className="min-h-0 flex-1" />;
}
