// The bar above a view in the centre of the window: the way back, the title, and acts on the whole.
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button";

export interface CentreHeaderProps {
  title: string;
  backLabel: string;
  onBack: () => void;
  /** After the title. */
  children?: ReactNode;
}

export function CentreHeader({ title, backLabel, onBack, children }: CentreHeaderProps) {
  return (
    <header className="flex h-10 shrink-0 items-center gap-2 border-b border-line bg-surface px-2">
      <IconButton icon={ArrowLeft} label={backLabel} shortcut="Escape" onClick={onBack} />
      <h2 className="truncate text-sm font-medium">{title}</h2>
      {children}
    </header>
  );
}
