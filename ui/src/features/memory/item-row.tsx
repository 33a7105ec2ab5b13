// One memory item: whether it is sent, its text, and a link to its source.
import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Checkbox } from "@/components/checkbox";
import { cx } from "@/components/class-names";
import { IconButton } from "@/components/icon-button";
import type { SceneId } from "@/ipc/types";
import { setSent } from "./drops";

/** Common props of the item lists. */
export interface ItemsProps {
  scene: SceneId;
  dropped: ReadonlySet<string>;
  writable: boolean;
}

interface ItemRowProps extends ItemsProps {
  id: string;
  /** The accessible label of the checkbox. */
  sendLabel: string;
  /** Whether it can be sent; otherwise there is nothing to send. */
  isSendable?: boolean;
  goLabel: string;
  onGo: (() => void) | null;
  children: ReactNode;
}

export function ItemRow(props: ItemRowProps) {
  const { scene, dropped, writable, id, sendLabel, isSendable = true, goLabel, onGo, children } = props;
  const { t } = useTranslation("memory");
  const isDropped = isSendable && dropped.has(id);
  return (
    <li className="flex min-w-0 items-start gap-1.5 py-1">
      {isSendable ? (
        <Checkbox
          label={sendLabel}
          hideLabel
          checked={!isDropped}
          disabled={!writable}
          onChange={(to) => void setSent(scene, id, to ? "send" : "drop")}
          className="-mt-1 shrink-0"
        />
      ) : (
        <span aria-hidden className="w-4 shrink-0" />
      )}
      <div className={cx("flex min-w-0 flex-1 flex-col gap-0.5", isDropped && "text-subtle")}>
        {children}
        {isDropped && (
          <p>
            <Badge>{t("notSent")}</Badge>
          </p>
        )}
      </div>
      {onGo !== null && (
        <IconButton icon={ArrowUpRight} size="sm" label={goLabel} tooltipSide="left" onClick={onGo} />
      )}
    </li>
  );
}

/** A list with its heading, count and empty state. */
export function ItemList(props: { title: string; n: number; none: string; children: ReactNode }) {
  const { title, n, none, children } = props;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-0.5">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="text-sm font-medium">{title}</h3>
        {n > 0 && <span className="shrink-0 text-xs text-faint tabular-nums">{n}</span>}
      </div>
      {n === 0 ? <p className="py-1 text-sm text-subtle">{none}</p> : children}
    </section>
  );
}
