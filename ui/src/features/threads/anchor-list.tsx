// The passages of a thread in reading order. A click goes to the text; a deleted one says so and can be placed again.
import { Ellipsis } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { IconButton } from "@/components/icon-button";
import { isFocusLost } from "@/components/lost-focus";
import { Menu } from "@/components/menu";
import { openDialog } from "@/desk/desk";
import type { AnchorRole, AnchorView, ThreadView } from "@/ipc/types";
import { goToAnchor, removeAnchor } from "./acts";

/** The marks of the roles, as in the editor's gutter: empty, half full, full. */
const MARKS: Readonly<Record<AnchorRole, string>> = {
  plant: "bg-transparent",
  reminder: "bg-linear-to-r from-accent from-50% to-transparent to-50%",
  payoff: "bg-accent",
};

export function AnchorList({ thread, writable }: { thread: ThreadView; writable: boolean }) {
  const { t } = useTranslation("threads");
  const list = useRef<HTMLUListElement>(null);
  const remove = (anchor: AnchorView, at: number) => {
    void removeAnchor(anchor).then(() => {
      // The next item takes the focus, so that the keyboard keeps working.
      requestAnimationFrame(() => {
        const rows = list.current?.querySelectorAll<HTMLElement>("[data-anchor-row]");
        if (isFocusLost()) rows?.[Math.min(at, (rows?.length ?? 1) - 1)]?.focus();
      });
    });
  };
  return (
    <section aria-label={t("detail.anchors")} className="border-t border-line px-4 pt-3 pb-6">
      <h4 className="pb-1.5 text-xs font-medium text-faint">{t("detail.anchors")}</h4>
      {thread.anchors.length === 0 ? (
        <p className="text-sm text-subtle">{t("detail.noAnchors")}</p>
      ) : (
        <ul ref={list} className="-mx-2 flex flex-col gap-0.5">
          {thread.anchors.map((anchor, at) => (
            <AnchorRow
              key={anchor.id}
              anchor={anchor}
              writable={writable}
              onRemove={() => remove(anchor, at)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface AnchorRowProps {
  anchor: AnchorView;
  writable: boolean;
  onRemove: () => void;
}

function AnchorRow({ anchor, writable, onRemove }: AnchorRowProps) {
  const { t } = useTranslation("threads");
  const { role, quote, gone, note, place } = anchor;
  const inBin = place.chapter === null;
  return (
    <li className="group relative rounded-md transition-colors hover:bg-surface-hover">
      <button
        type="button"
        data-anchor-row
        disabled={inBin}
        title={inBin ? undefined : t("anchor.jump")}
        onClick={() => void goToAnchor(anchor)}
        onKeyDown={(event) => {
          if (event.key !== "Delete" || !writable) return;
          event.preventDefault();
          onRemove();
        }}
        className="flex w-full flex-col gap-0.5 rounded-md py-1.5 pr-8 pl-2 text-left focus-visible:-outline-offset-2"
      >
        <span className="flex min-w-0 items-center gap-1.5 text-xs text-faint">
          <span
            aria-hidden
            className={cx("size-1.5 shrink-0 rounded-full border border-accent", MARKS[role])}
          />
          <span className="shrink-0 text-subtle">{t(`roles.${role}`)}</span>
          <span title={place.chapter_title} className="min-w-0 truncate">
            {inBin ? t("anchor.bin") : place.chapter_title}
          </span>
        </span>
        <span
          className={cx(
            "line-clamp-3 font-reading text-sm break-words",
            gone ? "text-faint line-through" : "text-ink",
          )}
        >
          {quote}
        </span>
        {note !== "" && <span className="text-xs break-words text-subtle">{t("anchor.note", { note })}</span>}
      </button>
      {gone && (
        <div className="flex flex-wrap items-center gap-2 px-2 pb-1.5">
          <span className="text-xs text-warning">{t("anchor.gone")}</span>
          {writable && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => openDialog({ name: "place-anchor", anchor: anchor.id })}
            >
              {t("anchor.place")}
            </Button>
          )}
        </div>
      )}
      {writable && (
        <Menu
          align="end"
          trigger={
            <IconButton
              icon={Ellipsis}
              size="sm"
              label={t("anchor.of")}
              tooltipSide="left"
              className="absolute top-1 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
            />
          }
          items={[
            {
              id: "place",
              label: t("anchor.placeTo"),
              onSelect: () => openDialog({ name: "place-anchor", anchor: anchor.id }),
            },
            { kind: "separator", id: "line" },
            {
              id: "remove",
              label: t("anchor.remove"),
              shortcut: "Delete",
              danger: true,
              onSelect: onRemove,
            },
          ]}
        />
      )}
    </li>
  );
}
