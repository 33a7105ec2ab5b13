// Model texts without a decision: after a crash, or left when another project was opened.
import { FileClock } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { momentWithin } from "@/components/days";
import { figure } from "@/components/figures";
import { attempt } from "@/desk/attempt";
import { useDesk } from "@/desk/desk";
import { useDraftLength } from "@/desk/draft-length";
import { openScene } from "@/desk/open-scenes";
import { isProse } from "@/desk/prose-acts";
import { useAnswer } from "@/ipc/queries";
import type { GenerationView, RunningTurn, SceneId } from "@/ipc/types";
import { dismiss, follow, reopen } from "./deciding";
import { isUnheard } from "./session";
import { useDrafting } from "./store";

/** Interval of checks whether the editor is there, ms. */
const CHECK_INTERVAL = 100;

/** The undecided texts of each act, the latest act first. */
export function groupsOf(views: readonly GenerationView[]): GenerationView[][] {
  const groups = new Map<number, GenerationView[]>();
  for (const view of views) {
    if (!isProse(view.act) || view.text === "" || view.status === "running") continue;
    const first = view.candidate_of ?? view.id;
    groups.set(first, [...(groups.get(first) ?? []), view]);
  }
  return [...groups.values()].sort((one, two) => newest(two) - newest(one));
}

const newest = (group: readonly GenerationView[]) => Math.max(...group.map(({ created_at }) => created_at));

function endingOf({
  interrupted,
  status,
}: GenerationView): "interrupted" | "stopped" | "incomplete" | "other" {
  if (interrupted) return "interrupted";
  return status === "stopped" || status === "incomplete" ? status : "other";
}

/** Follows a running turn as soon as the editor of its scene is there. */
function useFollowed(running: RunningTurn | undefined): void {
  useEffect(() => {
    if (running === undefined) return;
    const look = () => {
      if (openScene(running.request.scene)?.writing == null) return;
      clearInterval(timer);
      void attempt(() => follow(running));
    };
    const timer = setInterval(look, CHECK_INTERVAL);
    look();
    return () => clearInterval(timer);
  }, [running]);
}

export function UnfinishedBar({ scene }: { scene: SceneId }) {
  const { t, i18n } = useTranslation("drafting");
  const { inUnits, unit } = useDraftLength();
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { data } = useAnswer("generation.list", { scene, open_only: true });
  const decided = useDrafting((state) => state.decided);
  const running = useAnswer("generation.running", { scene }).data;
  useFollowed(running?.turns.find(isUnheard));
  const groups = groupsOf((data?.generations ?? []).filter(({ id }) => !decided.has(id)));
  const [group] = groups;
  const [view] = group ?? [];
  if (!writable || group === undefined || view === undefined) return null;
  const when = momentWithin(view.created_at, Date.now(), i18n.language);
  const facts = {
    count: groups.length,
    act: t(`acts.${view.act}`),
    n: figure(inUnits(view.gate?.counted ?? [...view.text].length)),
    context: unit,
    ending: t(`unfinished.endings.${endingOf(view)}`),
    when,
  };
  return (
    <section
      aria-label={t("unfinished.label")}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg border border-line bg-surface-raised px-3 py-2 text-sm text-ink shadow-2"
    >
      <FileClock size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
      <p className="min-w-40 flex-1 text-xs break-words text-subtle tabular-nums" role="status">
        {groups.length > 1 ? t("unfinished.more", facts) : t("unfinished.text", facts)}
      </p>
      <Button
        size="sm"
        variant="ghost"
        onClick={() =>
          void dismiss(
            scene,
            group.map(({ id }) => id),
          )
        }
      >
        {t("unfinished.leave")}
      </Button>
      <Button size="sm" onClick={() => void attempt(() => reopen(group))}>
        {t("unfinished.show")}
      </Button>
    </section>
  );
}
