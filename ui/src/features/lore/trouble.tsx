// A failure of an entry. A taken name is shown in one line, with a link to its owner.
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { closeDialog } from "@/desk/desk";
import type { Failure } from "@/ipc/types";
import { bearerOf, open } from "./acts";

interface TroubleProps {
  failure: Failure | null;
  onRetry?: (() => void) | undefined;
}

export function Trouble({ failure, onRetry }: TroubleProps) {
  const { t } = useTranslation("lore");
  if (failure === null) return null;
  const bearer = bearerOf(failure);
  if (bearer === null) return <FailureState failure={failure} onRetry={onRetry} />;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-danger">
      <CircleAlert size={13} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 break-words">
        {t("taken", { name: bearer.name, title: bearer.title })}
      </span>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          closeDialog();
          open(bearer);
        }}
      >
        {t("openOwner", { title: bearer.title })}
      </Button>
    </div>
  );
}
