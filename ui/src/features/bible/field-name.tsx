// The name of a custom field, edited in place. Enter saves it; Esc, or leaving it unchanged, cancels.
import { useEffect, useRef, useState } from "react";
import { TextField } from "@/components/text-field";

interface FieldNameProps {
  label: string;
  /** The current name; empty for a new field. */
  name: string;
  placeholder?: string | undefined;
  /** Returns what is wrong with a name, or undefined. */
  wrong: (name: string) => string | undefined;
  /** null: no change. Resolves with the error message, if any. */
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
  const trimmed = typed.trim();
  const error = trimmed === "" || trimmed === name ? undefined : wrong(trimmed);
  const finish = async (take: boolean) => {
    if (ended.current) return;
    if (take && trimmed !== "" && trimmed !== name) {
      if (error !== undefined) return;
      ended.current = true;
      const problem = await onDone(trimmed);
      if (problem === undefined) return;
      // The typed text stays, to be corrected or retried.
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
