// What an ended act did, line by line.
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

export function DoneNote({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex items-start gap-2.5 py-1">
      <CircleCheck size={17} strokeWidth={1.75} aria-hidden className="mt-px shrink-0 text-success" />
      <div className="flex min-w-0 flex-col gap-1 text-sm">{children}</div>
    </div>
  );
}
