// Reopens a hidden pane: the author hid it, or the window is too narrow. The bar above the text has buttons for that;
// in every other view they are in the status bar.
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
  const isOffered = useDesk(
    ({ centre: { kind } }) => kind !== "writing" && (pane === "binder" || !WIDE.has(kind)),
  );
  if (!isAway || !isOffered) return null;
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
