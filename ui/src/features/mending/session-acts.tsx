// The acts on a mending: look, stop, resume, give up, take back.
import { Square } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { figure } from "@/components/figures";
import { useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import type { MendingView } from "@/ipc/types";
import { abandon, look, resume, stop } from "./acts";
import type { Standing } from "./runs";
import { useSessionName } from "./use-name";

interface SessionActsProps {
  session: MendingView;
  standing: Standing;
  /** Leaves out the button that shows the changes. */
  noLook?: boolean;
}

export function SessionActs({ session, standing, noLook = false }: SessionActsProps) {
  const { t } = useTranslation("mending");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { busy, act } = useAct();
  const name = useSessionName(session);
  const [asking, setAsking] = useState(false);
  const { id, run, waiting, issues } = session;
  const named = (key: "look" | "stop" | "resume" | "abandon") => t("of", { act: t(`acts.${key}`), name });
  const isOpen = standing === "working" || standing === "stopped" || standing === "waiting";
  const canResume = standing === "stopped" || (standing === "waiting" && issues.open > 0);
  return (
    <div className="flex flex-wrap gap-1.5">
      {!noLook && waiting > 0 && standing !== "working" && (
        <Button size="sm" variant="primary" aria-label={named("look")} onClick={() => void look(id)}>
          {t("acts.look")}
        </Button>
      )}
      {writable && standing === "working" && run !== null && (
        <Button
          size="sm"
          icon={Square}
          busy={busy}
          aria-label={named("stop")}
          onClick={() => void act(() => stop(run))}
        >
          {t("acts.stop")}
        </Button>
      )}
      {writable && canResume && (
        <Button size="sm" busy={busy} aria-label={named("resume")} onClick={() => void act(() => resume(id))}>
          {t("acts.resume")}
        </Button>
      )}
      {writable && isOpen && standing !== "working" && (
        <Button
          size="sm"
          variant={noLook ? "secondary" : "ghost"}
          aria-label={named("abandon")}
          onClick={() => (waiting > 0 ? setAsking(true) : void act(() => abandon(id)))}
        >
          {t("acts.abandon")}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          open
          danger
          title={t("abandonAsk.title")}
          text={t("abandonAsk.text", { n: figure(waiting) })}
          confirmLabel={t("abandonAsk.do")}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void act(() => abandon(id));
          }}
        />
      )}
    </div>
  );
}
