// Choices for a part whose own container is in the bin too.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import type { BinnedPart, Parent } from "@/ipc/types";
import { kindOf } from "./binned";

export interface StrandedPart {
  part: BinnedPart;
  /** The containers to put back first, outermost first; null if unknown. */
  way: BinnedPart[] | null;
  /** The alternative place. */
  last: { parent: Parent; title: string } | null;
}

interface StrandedProps extends StrandedPart {
  nameOf: (part: BinnedPart) => string;
  busy: boolean;
  onWay: (way: BinnedPart[]) => void;
  onLast: (parent: Parent) => void;
}

export function Stranded({ part, way, last, nameOf, busy, onWay, onLast }: StrandedProps) {
  const { t } = useTranslation("bin");
  const kind = kindOf(part) === "chapter" ? "chapter" : "scene";
  const above = way === null ? undefined : way[0];
  const parent = above === undefined ? "" : nameOf(above);
  const lastTitle =
    last === null ? "" : last.title || t(`untitled.${kind === "scene" ? "chapter" : "volume"}`);
  const what = above === undefined ? "stranded.unknown" : "stranded.parent";
  return (
    <div
      role="alert"
      className="flex flex-col gap-2 rounded-lg border border-line bg-warning-soft px-3.5 py-3 text-sm"
    >
      <p className="break-words">{t(`stranded.${kind}`, { name: nameOf(part) })}</p>
      {last !== null && <p className="break-words text-subtle">{t(what, { parent, last: lastTitle })}</p>}
      <div className="flex flex-wrap gap-2">
        {way !== null && above !== undefined && (
          <Button size="sm" busy={busy} onClick={() => onWay(way)}>
            {t("stranded.withParent", { parent })}
          </Button>
        )}
        {last !== null && (
          <Button size="sm" busy={busy} onClick={() => onLast(last.parent)}>
            {t("stranded.atEnd", { last: lastTitle })}
          </Button>
        )}
      </div>
    </div>
  );
}
