// A value as JSON, for workflow developers.
import type { JsonValue } from "@/ipc/types";

export function Json({ value }: { value: JsonValue }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll long values
      tabIndex={0}
      className="max-h-60 overflow-auto rounded-md bg-surface-sunken px-2 py-1.5 font-mono text-xs whitespace-pre-wrap break-words select-text"
    >
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
