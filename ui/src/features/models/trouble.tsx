// A setup failure. A refusal is shown in one line at its field.
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import type { Failure } from "@/ipc/types";
import { go, usePlace } from "./place";
import { refusalOf } from "./refusals";

interface TroubleProps {
  failure: Failure | null;
  onRetry?: (() => void) | undefined;
}

export function Trouble({ failure, onRetry }: TroubleProps) {
  const { t } = useTranslation("models");
  const place = usePlace((state) => state.place?.at);
  if (failure === null) return null;
  const refusal = refusalOf(failure);
  const aboutKeys = failure.code === "no_keychain" || failure.code === "keys_locked";
  if (refusal === null)
    return (
      <FailureState
        failure={failure}
        onRetry={onRetry}
        actions={
          aboutKeys && place !== "keys" ? (
            <Button size="sm" onClick={() => go({ at: "keys" })}>
              {t("toKeys")}
            </Button>
          ) : undefined
        }
      />
    );
  return (
    <p role="alert" className="flex items-start gap-1.5 text-xs text-danger">
      <CircleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">{t(refusal.key, { name: refusal.name })}</span>
    </p>
  );
}
