// One item of a memory: whether it is sent, what it says, and the way to where it comes from.
import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Checkbox } from "@/components/checkbox";
import { cx } from "@/components/class-names";
import { IconButton } from "@/components/icon-button";
import type { SceneId } from "@/ipc/types";
import { setSent } from "./drops";

/** What every list of items is told. */
export interface ItemsProps {
  scene: SceneId;
  dropped: ReadonlySet<string>;
  writable: boolean;
}

interface ItemRowProps extends ItemsProps {
  id: string;
  /** What the check box says to those who hear it. */
  sendLabel: string;
  /** It may be sent or not; without it there is nothing to send. */
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

/** The heading of a list with how many there are, and what is said where there are none. */
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
