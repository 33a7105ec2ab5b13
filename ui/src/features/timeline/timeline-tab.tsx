// The inspector's tab 时间线: events in order, or one of them in full.
import { Maximize2, Plus } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { returnFocus } from "@/components/detail-pane";
import { IconButton } from "@/components/icon-button";
import { openDialog, show, useDesk } from "@/desk/desk";
import { EventDetail } from "./event-detail";
import { TimelinePane } from "./timeline-pane";

export function TimelineTab() {
  const { t } = useTranslation("timeline");
  const shown = useDesk((state) => state.shown.event);
  const centre = useDesk((state) => state.centre.kind);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const root = useRef<HTMLElement>(null);
  const back = () => {
    useDesk.setState(({ shown: all }) => ({ shown: { ...all, event: null } }));
    returnFocus(root.current, ['[data-stop="true"], button']);
  };
  return (
    <section ref={root} aria-label={t("list")} className="flex h-full min-h-0 flex-col">
      {shown !== null ? (
        <EventDetail key={shown} event={shown} onBack={back} />
      ) : (
        <TimelinePane
          actions={
            <span className="ml-auto flex @lg:ml-0">
              <IconButton
                icon={Plus}
                label={t("new")}
                disabled={!writable}
                onClick={() => openDialog({ name: "edit-event", event: null })}
              />
              {centre !== "timeline" && (
                <IconButton icon={Maximize2} label={t("wide")} onClick={() => show({ kind: "timeline" })} />
              )}
            </span>
          }
        />
      )}
    </section>
  );
}
