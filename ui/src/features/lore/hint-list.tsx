// A found name: its row, and its expanded details.
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { figure } from "@/components/figures";
import { Menu } from "@/components/menu";
import { closeDialog } from "@/desk/desk";
import type { Hint, LoreKind } from "@/ipc/types";
import { Excerpt } from "./excerpt";
import { goToHit } from "./jump";
import { KINDS } from "./kinds";

export function HintRow({ hint: { name, kind, of, total, places } }: { hint: Hint }) {
  const { t } = useTranslation("lore");
  const [first] = places;
  return (
    <span className="flex h-5 min-w-0 items-center gap-2">
      <span className="max-w-2/5 shrink-0 truncate text-sm font-medium">{name}</span>
      {kind === "misspelling" && of !== null && (
        <Badge tone="warning" className="max-w-2/5">
          {t("unknown.meant", { name: of })}
        </Badge>
      )}
      {first !== undefined && <Excerpt excerpt={first.excerpt} before={8} />}
      <span className="ml-auto shrink-0 pl-1 text-xs text-faint tabular-nums">
        <span aria-hidden>{figure(total)}</span>
        <span className="sr-only">{t("mentioned", { n: figure(total) })}</span>
      </span>
    </span>
  );
}

interface UnfoldedProps {
  hint: Hint;
  writable: boolean;
  onEnter: (kind: LoreKind) => void;
  onAlias: () => void;
  onReject: () => void;
}

export function Unfolded({ hint: { name, places, total }, writable, ...acts }: UnfoldedProps) {
  const { t } = useTranslation("lore");
  return (
    <div className="flex flex-col gap-2 pt-1 pr-2 pb-3 pl-4">
      <ul aria-label={t("unknown.places", { name })} className="flex flex-col">
        {places.map((hit) => (
          <li key={`${hit.scene}:${hit.range.start}`}>
            <button
              type="button"
              onClick={() => {
                closeDialog();
                goToHit(hit);
              }}
              className="flex w-full min-w-0 items-baseline gap-3 rounded-md px-2 py-1 text-left hover:bg-surface-hover focus-visible:-outline-offset-2"
            >
              <Excerpt excerpt={hit.excerpt} before={20} />
              <span className="ml-auto max-w-2/5 shrink-0 truncate text-xs text-faint">
                {hit.chapter_title}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {total > places.length && (
        <p className="px-2 text-xs text-faint">
          {t("unknown.firstPlaces", { n: figure(places.length), total: figure(total) })}
        </p>
      )}
      {writable && (
        <div className="flex flex-wrap gap-2 px-2 pt-1">
          <Button size="sm" onClick={() => acts.onEnter("character")}>
            {t("bulk.asPerson")}
          </Button>
          <KindMenu onChoose={acts.onEnter} />
          <Button size="sm" onClick={acts.onAlias}>
            {t("unknown.alias")}
          </Button>
          <Button size="sm" variant="ghost" onClick={acts.onReject}>
            {t("unknown.reject")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Every kind except people, who have a button. */
export function KindMenu({
  onChoose,
  disabled = false,
}: {
  onChoose: (kind: LoreKind) => void;
  disabled?: boolean;
}) {
  const { t } = useTranslation("lore");
  return (
    <Menu
      trigger={
        <Button size="sm" disabled={disabled}>
          {t("bulk.as")}
        </Button>
      }
      items={KINDS.filter((kind) => kind !== "character").map((kind) => ({
        id: kind,
        label: t(`kinds.${kind}`),
        onSelect: () => onChoose(kind),
      }))}
    />
  );
}
