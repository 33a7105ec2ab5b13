// Layout pieces of the statistics page: a section, a labelled number.
import type { ReactNode } from "react";

/** A section of the page with its heading. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h3 className="text-xs font-medium text-faint">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A labelled number in a list. */
export function Figure({ name, value, note }: { name: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-xs break-words text-subtle">{name}</dt>
      <dd className="text-lg break-words tabular-nums">
        {value}
        {note !== undefined && <span className="ml-2 text-xs text-faint">{note}</span>}
      </dd>
    </div>
  );
}
