// The timeline in the centre of the window, with the lanes of the participants.
import { Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { IconButton } from "@/components/icon-button";
import { useLeaving } from "@/components/use-leaving";
import { openDialog, show, useDesk } from "@/desk/desk";
import { TimelinePane } from "./timeline-pane";

export function TimelineCentre() {
  const { t } = useTranslation("timeline");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const back = () => show({ kind: "writing" });
  return (
    <section
      {...useLeaving(back)}
      aria-label={t("list")}
      className="flex h-full min-h-0 flex-col bg-page outline-hidden"
    >
      <TimelinePane
        actions={
          <>
            <Button
              size="sm"
              icon={Plus}
              disabled={!writable}
              onClick={() => openDialog({ name: "edit-event", event: null })}
            >
              {t("new")}
            </Button>
            <IconButton icon={X} label={t("back")} shortcut="Escape" onClick={back} />
          </>
        }
      />
    </section>
  );
}
