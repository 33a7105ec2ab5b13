// Directions for the next chapter, and the open threads each serves. An accepted one becomes a plan.
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { showItem, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import type { Answer } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ChapterId } from "@/ipc/types";
import { accept } from "./acts";
import { sourceWords } from "./say";

type Suggestion = NonNullable<Answer<"completion.chapter">["suggestions"]>["items"][number];

export function Suggestions({ chapter }: { chapter: ChapterId }) {
  const { t } = useTranslation("workflows");
  const { data, error, refetch } = useAnswer("completion.chapter", { chapter });
  if (error !== null && data === undefined)
    return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState rows={3} />;
  const items = data.suggestions?.items ?? [];
  if (items.length === 0) return <p className="text-sm text-subtle">{t("suggestions.none")}</p>;
  return (
    <ul aria-label={t("suggestions.title")} className="flex min-w-0 flex-col gap-2">
      {items.map((item) => (
        <li key={item.id}>
          <SuggestionCard chapter={chapter} item={item} />
        </li>
      ))}
    </ul>
  );
}

function SuggestionCard({ chapter, item }: { chapter: ChapterId; item: Suggestion }) {
  const { t } = useTranslation("workflows");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { busy, act } = useAct();
  return (
    <article
      aria-label={item.title}
      className="flex min-w-0 flex-col gap-1.5 rounded-lg border border-line bg-surface-raised p-2.5"
    >
      <p className="text-sm font-medium break-words">{item.title}</p>
      <p className="line-clamp-6 text-sm break-words whitespace-pre-line text-subtle select-text">
        {item.outline}
      </p>
      {item.threads.length > 0 && (
        <div className="flex min-w-0 flex-wrap items-center gap-1">
          <span className="text-xs text-faint">{t("suggestions.serves")}</span>
          {item.threads.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              onClick={() => showItem("thread", id)}
              className="flex max-w-full rounded-sm hover:underline"
            >
              <Badge tone="accent">{title}</Badge>
            </button>
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {item.accepted ? (
          <Badge tone="success">{t("suggestions.accepted")}</Badge>
        ) : (
          writable && (
            <Button
              size="sm"
              busy={busy}
              aria-label={t("suggestions.acceptOf", { title: item.title })}
              onClick={() => void act(() => accept(chapter, item.id))}
            >
              {t("suggestions.accept")}
            </Button>
          )
        )}
        <span className="text-xs text-faint">{sourceWords(t, item.source)}</span>
      </div>
    </article>
  );
}
