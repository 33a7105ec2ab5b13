// Why an event could not be saved. A cycle is shown with the titles of its events.
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import type { Failure } from "@/ipc/types";
import { circleOf } from "./acts";

export function EventFailure({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  const { t } = useTranslation("timeline");
  const circle = circleOf(failure);
  if (circle === null) return <FailureState failure={failure} onRetry={onRetry} />;
  const [first = ""] = circle;
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-lg bg-danger-soft px-3 py-2 text-sm text-danger"
    >
      <CircleAlert size={15} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">
        {t("cycle.refused", { titles: [...circle, first].join(" → ") })}
      </span>
    </p>
  );
}
