// Notices above a memory: its plan has changed, or parts could not be retrieved.
import { Info, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { useDesk } from "@/desk/desk";
import type { Degraded, SceneId } from "@/ipc/types";
import { degradedKey, saidOf } from "./reasons";
import { isRetrieving, retrieve } from "./retrieving";

export function StaleNotice({ scene }: { scene: SceneId }) {
  const { t } = useTranslation("memory");
  const writable = useDesk(({ project }) => project?.writable ?? false);
  return (
    <div role="note" className="flex gap-2 rounded-md bg-warning-soft px-2.5 py-2 text-sm">
      <TriangleAlert size={15} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-warning" />
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="font-medium break-words">{t("stale.title")}</p>
        <p className="text-xs break-words">{t("stale.text")}</p>
        {writable && (
          <Button
            size="sm"
            className="self-start"
            onClick={() => {
              if (!isRetrieving(scene)) void retrieve(scene, "plan");
            }}
          >
            {t("byPlan")}
          </Button>
        )}
      </div>
    </div>
  );
}

export function DegradedList({ degraded }: { degraded: readonly Degraded[] }) {
  const { t } = useTranslation("memory");
  if (degraded.length === 0) return null;
  return (
    <ul aria-label={t("degraded.label")} className="flex flex-col gap-1 text-xs text-subtle">
      {degraded.map((one) => {
        const { key, n, reason } = saidOf(one);
        return (
          <li key={degradedKey(one)} className="flex min-w-0 gap-1.5">
            <Info size={13} strokeWidth={1.75} aria-hidden className="mt-px shrink-0 text-faint" />
            <div className="min-w-0 break-words">
              <p>{t(`degraded.${key}`, { n })}</p>
              {reason !== null && "key" in reason && (
                <p className="text-faint">{t(`degraded.reasons.${reason.key}`)}</p>
              )}
              {reason !== null && "words" in reason && (
                <details className="text-faint">
                  <summary className="w-fit rounded-sm hover:text-ink">{t("degraded.reason")}</summary>
                  <p className="break-words select-text">{reason.words}</p>
                </details>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
