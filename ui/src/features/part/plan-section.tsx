// The plan of the open scene. Collapsed it is one line; an empty one stays collapsed until opened.
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { FailureState } from "@/components/failure-state";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { SceneId } from "@/ipc/types";
import { EMPTY_PLAN, type Plan, planLine } from "./plan";
import { PlanForm } from "./plan-form";
import { usePartLook } from "./store";

export function PlanSection({ scene }: { scene: SceneId }) {
  const { t } = useTranslation("part");
  const { data, error, refetch } = useAnswer("manuscript.part", { part: { scene } });
  // The sections above already show the loading state.
  if (data === undefined && error === null) return null;
  return (
    <section aria-label={t("plan.title")} className="px-4 py-4 not-first:border-t not-first:border-line">
      {data !== undefined ? (
        <Folding scene={scene} plan={{ ...EMPTY_PLAN, ...data.plan }} />
      ) : (
        error !== null && <FailureState failure={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Folding({ scene, plan }: { scene: SceneId; plan: Plan }) {
  const { t } = useTranslation("part");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const id = useId();
  const line = planLine(plan);
  // An open plan stays open while its last word is deleted.
  const [open, setOpen] = useState(() => usePartLook.getState().unfolded ?? line !== "");
  return (
    <>
      <h3 className="text-xs font-medium text-faint">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setOpen(!open);
            usePartLook.setState({ unfolded: !open });
          }}
          className="-ml-0.5 flex w-full items-center gap-1 rounded-sm text-left hover:text-ink"
        >
          <ChevronRight
            size={13}
            strokeWidth={1.75}
            aria-hidden
            className={cx("shrink-0", open && "rotate-90")}
          />
          <span className="shrink-0">{t("plan.title")}</span>
          {!open && (
            <span
              className="ml-auto min-w-0 truncate pl-3 font-normal"
              title={line === "" ? undefined : line}
            >
              {line || t("plan.empty")}
            </span>
          )}
        </button>
      </h3>
      <div id={id} hidden={!open}>
        <PlanForm scene={scene} plan={plan} writable={writable} />
      </div>
    </>
  );
}
