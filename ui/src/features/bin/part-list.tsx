// The parts in the bin: one is chosen, and the arrow keys choose another.
import { BookOpen, FileText, Type } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useActiveRows } from "@/components/active-rows";
import { cx } from "@/components/class-names";
import { momentWithin } from "@/components/days";
import { OptionList } from "@/components/option-list";
import { rowAfterKey } from "@/components/row-keys";
import { useToday } from "@/components/use-today";
import type { BinnedPart } from "@/ipc/types";
import { keyOf, kindOf, partOf } from "./binned";
import { useFirstWords } from "./first-words";

const ICONS = { volume: BookOpen, chapter: FileText, scene: Type } as const;

interface PartListProps {
  parts: readonly BinnedPart[];
  /** The index of the chosen part. */
  at: number;
  nameOf: (part: BinnedPart) => string;
  onChoose: (key: string) => void;
}

export function PartList({ parts, at, nameOf, onChoose }: PartListProps) {
  const { t } = useTranslation("bin");
  const today = useToday();
  const choose = (part: BinnedPart) => onChoose(keyOf(part));
  const list = useActiveRows({
    rows: parts,
    idOf: keyOf,
    rowHeight: 44,
    at,
    onReach: choose,
    rowAfter: rowAfterKey,
    page: 6,
  });
  if (parts.length === 0) return <p className="py-6 text-center text-sm text-subtle">{t("noHits")}</p>;
  return (
    <OptionList
      label={t("list")}
      list={list}
      focus="list"
      onPress={choose}
      className="min-h-0 flex-1 rounded-lg border border-line bg-surface -outline-offset-2"
      optionClass={(_, isActive) =>
        cx("inset-x-0 gap-2.5 px-3", isActive ? "bg-surface-selected" : "hover:bg-surface-hover")
      }
    >
      {(part, isActive) => <Part {...{ part, isActive, today }} name={nameOf(part)} />}
    </OptionList>
  );
}

interface PartProps {
  part: BinnedPart;
  name: string;
  isActive: boolean;
  /** A moment of today. */
  today: number;
}

function Part({ part, name, isActive, today }: PartProps) {
  const { t, i18n } = useTranslation("bin");
  const kind = kindOf(part);
  const Icon = ICONS[kind];
  const words = useFirstWords(part.title === "" ? partOf(part) : null);
  const since = part.binned_at === null ? null : momentWithin(part.binned_at, today, i18n.language);
  return (
    <>
      <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-subtle" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className={cx("truncate text-sm", part.title === "" && "text-subtle")}>{words || name}</span>
        <span className={cx("truncate text-xs", isActive ? "text-subtle" : "text-faint")}>
          {since === null
            ? t("sinceUnknown", { kind: t(`kind.${kind}`) })
            : t("since", { kind: t(`kind.${kind}`), when: since })}
        </span>
      </span>
    </>
  );
}
