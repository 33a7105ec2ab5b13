// The way back to a pane that is out of sight: the author put it away, or the window is too narrow for it.
import { PanelLeft, PanelRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/react/shallow";
import { IconButton } from "@/components/icon-button";
import { type Pane, useDesk, WIDE } from "@/desk/desk";
import { panesIn, showPane, useRoomWidth } from "@/desk/panes";

const ICONS = { binder: PanelLeft, inspector: PanelRight } as const;

export function PaneAway({ pane }: { pane: Pane }) {
  const { t } = useTranslation("app");
  const room = useRoomWidth();
  const isAway = useDesk(useShallow((state) => panesIn(room, state)))[pane] === 0;
  const hasRoom = useDesk(({ centre }) => pane === "binder" || !WIDE.has(centre.kind));
  if (!isAway || !hasRoom) return null;
  return (
    <IconButton
      icon={ICONS[pane]}
      size="sm"
      label={t(`show.${pane}`)}
      tooltipSide="top"
      data-pane={pane}
      onClick={() => showPane(pane)}
    />
  );
}
