// The buttons that go from one change to the next.
import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/components/icon-button";

export function Steps({ at, count, go }: { at: number; count: number; go: (to: number) => void }) {
  const { t } = useTranslation("mending");
  return (
    <>
      <IconButton
        icon={ChevronUp}
        size="sm"
        label={t("proposal.previous")}
        shortcut="P"
        tooltipSide="top"
        disabled={at === 0}
        onClick={() => go(at - 1)}
      />
      <IconButton
        icon={ChevronDown}
        size="sm"
        label={t("proposal.next")}
        shortcut="N"
        tooltipSide="top"
        disabled={at >= count - 1}
        onClick={() => go(at + 1)}
      />
    </>
  );
}
