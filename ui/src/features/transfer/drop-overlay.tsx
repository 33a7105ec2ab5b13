// What dropping the files over the window would do, while they are dragged.
import { Ban, BookOpen, FileInput } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DraggedFiles } from "@/ipc/types";
import { refusal, useDragged } from "./dropping";

type Act = "import" | "open" | "several" | "busy" | "readOnly";

const ICONS = { import: FileInput, open: BookOpen, several: Ban, busy: Ban, readOnly: Ban } as const;

function actOf({ count, is_novel }: DraggedFiles): Act {
  if (count > 1) return "several";
  return is_novel ? "open" : (refusal() ?? "import");
}

export function DropOverlay() {
  const files = useDragged((state) => state.files);
  return files === null ? null : <DropSign name={files.name} act={actOf(files)} />;
}

/** The sign by itself. */
export function DropSign({ name, act }: { name: string; act: Act }) {
  const { t } = useTranslation("transfer");
  const Icon = ICONS[act];
  const works = act === "import" || act === "open";
  const edge = works ? "border-accent" : "border-line-strong";
  return (
    <div role="status" className="pointer-events-none fixed inset-0 z-50 p-2">
      <div className={`flex h-full items-center justify-center rounded-lg border-2 border-dashed ${edge}`}>
        <p className="flex max-w-[min(36rem,90%)] items-center gap-2.5 rounded-lg border border-line bg-surface-raised px-4 py-3 text-base text-ink shadow-3">
          <Icon aria-hidden className={`size-5 shrink-0 ${works ? "text-accent" : "text-subtle"}`} />
          <span className="min-w-0 break-words">{t(`drop.${act}`, { name })}</span>
        </p>
      </div>
    </div>
  );
}
