// How an item differs, as a small icon with its label.
import { ArrowDownUp, CircleMinus, CirclePlus, PencilLine } from "lucide-react";
import { cx } from "@/components/class-names";
import type { ChangeEntry } from "@/ipc/types";

const icons = { added: CirclePlus, changed: PencilLine, removed: CircleMinus } as const;
const tones = { added: "text-success", changed: "text-faint", removed: "text-danger" } as const;

export function ChangeMark({ entry, label }: { entry: ChangeEntry; label: string }) {
  const Icon = entry.kind === "outline" ? ArrowDownUp : icons[entry.change];
  return (
    <span title={label} className={cx("inline-flex shrink-0 translate-y-0.5", tones[entry.change])}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  );
}
