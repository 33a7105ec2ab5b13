// The parts of a comparison: a heading with its content, and a value that changed.
import type { ReactNode } from "react";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <h3 className="text-xs font-medium text-faint">{title}</h3>
      {children}
    </section>
  );
}

export function Change({ before, after }: { before: string; after: string }) {
  return (
    <p className="flex flex-col break-words">
      <del className="w-fit max-w-full bg-removed px-1 text-removed-text">{before}</del>
      <ins className="w-fit max-w-full bg-added px-1 text-added-text no-underline">{after}</ins>
    </p>
  );
}
