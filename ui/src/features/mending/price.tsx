// The price of a mending, before it begins: what is worked on, how, and the cost.
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { closeDialog, openDialog } from "@/desk/desk";
import type { Failure, MendBy, MendEstimate } from "@/ipc/types";
import { look } from "./acts";
import { priceLines } from "./say";

interface PriceProps {
  answer: UseQueryResult<MendEstimate, Failure>;
  by: MendBy;
  /** Whether a model is set up; undefined while it is unknown. */
  hasModel: boolean | undefined;
}

export function Price({ answer, by, hasModel }: PriceProps) {
  const { t } = useTranslation("mending");
  const { data, error, refetch } = answer;
  return (
    <section aria-label={t("price.label")} className="flex flex-col gap-2 rounded-lg border border-line p-3">
      {error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState rows={2} />
      ) : (
        <Lines estimate={data} by={by} hasModel={hasModel} />
      )}
    </section>
  );
}

function Lines({ estimate, by, hasModel }: { estimate: MendEstimate } & Pick<PriceProps, "by" | "hasModel">) {
  const { t, i18n } = useTranslation("mending");
  const { issues, deferred, replacements, model, claimed } = estimate;
  const [first] = claimed;
  return (
    <>
      {issues === 0 ? (
        <p role="status" className="text-sm">
          {t("price.none")}
          {claimed.length === 0 && <span className="block text-xs text-subtle">{t("price.noneText")}</span>}
        </p>
      ) : (
        <div role="status">
          <ul className="flex flex-col gap-1 text-sm tabular-nums">
            {priceLines(t, estimate, i18n.language).map((line, at) => (
              <li key={line} className={at === 0 ? "font-medium break-words" : "break-words text-subtle"}>
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
      {issues > 0 && deferred === issues && <p className="text-sm">{t("price.nothing")}</p>}
      {model?.consented === false && (
        <p className="text-sm break-words text-warning">{t("price.consent", { origin: model.origin })}</p>
      )}
      {first !== undefined && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-warning">
          <span className="min-w-0 break-words">{t("price.claimed", { n: figure(claimed.length) })}</span>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              closeDialog();
              void look(first.session);
            }}
          >
            {t("price.claimedLook")}
          </Button>
        </div>
      )}
      {hasModel === false && issues > 0 && (by === "model" || deferred > 0) && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-subtle">
          <span className="min-w-0 break-words">
            {issues > replacements
              ? t("price.noModel", { n: figure(issues - replacements) })
              : t("price.noModelBare")}
          </span>
          <Button size="sm" variant="ghost" onClick={() => openDialog({ name: "models" })}>
            {t("price.setUp")}
          </Button>
        </div>
      )}
    </>
  );
}
