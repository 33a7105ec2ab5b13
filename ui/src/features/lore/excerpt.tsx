// The text around a mention, on one line, with the mention marked.
import type { Excerpt as Words } from "@/ipc/types";

/** Context characters before the mention: enough to recognise the place, few enough to keep the mention visible. */
const CONTEXT_LENGTH = 12;

export function Excerpt({ excerpt, before = CONTEXT_LENGTH }: { excerpt: Words; before?: number }) {
  const lead = [...excerpt.before];
  return (
    <span className="min-w-0 truncate font-reading text-sm whitespace-pre text-subtle">
      {lead.length > before ? `…${lead.slice(-before).join("")}` : excerpt.before.trimStart()}
      <mark className="rounded-[2px] bg-hit text-ink">{excerpt.found}</mark>
      {excerpt.after}
    </span>
  );
}
