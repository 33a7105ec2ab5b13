// A passage of the novel without marks, styled as a quote.
import { plainQuote } from "@/editor/plain-quote";

export function Quote({ label, text }: { label: string; text: string }) {
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-sm font-medium">{label}</figcaption>
      <blockquote className="max-h-28 overflow-y-auto border-l-2 border-line-strong py-0.5 pl-3 font-reading text-sm break-words whitespace-pre-wrap text-subtle">
        {plainQuote(text)}
      </blockquote>
    </figure>
  );
}
