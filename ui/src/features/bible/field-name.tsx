// The name of one of the author's own fields: typed in place. Enter takes it, Esc leaves it, and so does a field that is
// left without a change.
import { useEffect, useRef, useState } from "react";
import { TextField } from "@/components/text-field";

interface FieldNameProps {
  label: string;
  /** The name it has; empty for a new one. */
  name: string;
  placeholder?: string | undefined;
  /** Says what is wrong with a name; undefined when nothing is. */
  wrong: (name: string) => string | undefined;
  /** null: nothing is changed. Resolves with what went wrong, if something did. */
  onDone: (name: string | null) => Promise<string | undefined>;
}

export function FieldName({ label, name, placeholder, wrong, onDone }: FieldNameProps) {
  const [typed, setTyped] = useState(name);
  const [refused, setRefused] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const wanted = typed.trim();
  const error = wanted === "" || wanted === name ? undefined : wrong(wanted);
  const finish = async (take: boolean) => {
    if (ended.current) return;
    if (take && wanted !== "" && wanted !== name) {
      if (error !== undefined) return;
      ended.current = true;
      const problem = await onDone(wanted);
      if (problem === undefined) return;
      // What was typed stays, to be changed or tried again.
      ended.current = false;
      setRefused(problem);
      return;
    }
    ended.current = true;
    void onDone(null);
  };
  return (
    <TextField
      ref={input}
      label={label}
      hideLabel
      value={typed}
      placeholder={placeholder}
      error={error ?? refused}
      onChange={(next) => {
        setTyped(next);
        setRefused(undefined);
      }}
      onBlur={() => void finish(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") void finish(true);
        else if (event.key === "Escape") void finish(false);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
