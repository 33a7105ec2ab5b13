// One entry: what it says, or where it is mentioned.
import { ArrowLeft, Ellipsis, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { shortFigure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import { Segmented } from "@/components/segmented";
import { attempt } from "@/desk/attempt";
import { showItem, useDesk } from "@/desk/desk";
import { usePacedAnswer } from "@/desk/paced-answer";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { LoreEntryId } from "@/ipc/types";
import { createEntity, remove } from "./acts";
import { signOf } from "./kinds";
import { LoreForm } from "./lore-form";
import { MentionList } from "./mention-list";
import { useLoreView } from "./store";

interface LoreDetailProps {
  entry: LoreEntryId;
  onBack: () => void;
}

export function LoreDetail({ entry: id, onBack }: LoreDetailProps) {
  const { t, i18n } = useTranslation("lore");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const entry = useAnswer("lore.get", { entry: id });
  const removed = entry.data?.removed_at != null;
  const mentions = usePacedAnswer("mentions.of", entry.data === undefined || removed ? null : { entry: id });
  const part = useLoreView((state) => state.part);
  const top = useRef<HTMLElement>(null);

  // The keys go on from here, as far as they were in the list.
  useEffect(() => {
    const { activeElement } = document;
    const inTab = top.current?.parentElement?.contains(activeElement) === true;
    if (activeElement === document.body || inTab) top.current?.focus();
  }, []);

  const data = entry.data;
  const Sign = signOf(data?.kind ?? "");
  return (
    <article
      ref={top}
      tabIndex={-1}
      aria-label={data?.title ?? t("title")}
      className="flex min-h-0 flex-1 flex-col outline-hidden"
    >
      <div className="flex h-10 shrink-0 items-center gap-1 border-b border-line px-2">
        <IconButton icon={ArrowLeft} label={t("back")} shortcut="Alt+Left" onClick={onBack} />
        {data !== undefined && (
          <>
            <Sign size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
            <h3 title={data.title} className="min-w-0 flex-1 truncate pl-0.5 text-sm font-medium">
              {data.title}
            </h3>
            <Menu
              align="end"
              trigger={<IconButton icon={Ellipsis} label={t("moreOf", { title: data.title })} />}
              items={[
                data.entity === null
                  ? {
                      id: "entity",
                      label: t("entity.create"),
                      disabled: !writable || removed,
                      onSelect: () => void createEntity(data),
                    }
                  : {
                      id: "entity",
                      label: t("entity.show"),
                      onSelect: () => showItem("entity", data.entity),
                    },
                { kind: "separator", id: "line" },
                {
                  id: "remove",
                  label: t("remove"),
                  danger: true,
                  disabled: !writable || removed,
                  onSelect: () => void remove(id, data.title),
                },
              ]}
            />
          </>
        )}
      </div>
      {data === undefined ? (
        entry.error === null ? (
          <LoadingState rows={10} className="pt-3" />
        ) : (
          <div className="p-4">
            <FailureState failure={entry.error} onRetry={() => void entry.refetch()} />
          </div>
        )
      ) : removed ? (
        <div className="flex flex-col items-start gap-3 p-4 text-sm">
          <p className="break-words text-subtle">{t("removed.note")}</p>
          <Button
            size="sm"
            icon={Undo2}
            disabled={!writable}
            onClick={() => void attempt(() => call("lore.put_back", { entries: [id] }))}
          >
            {t("removed.putBack")}
          </Button>
        </div>
      ) : (
        <>
          <div className="shrink-0 px-3 pt-2.5 pb-1">
            <Segmented
              label={t("parts.label")}
              hideLabel
              value={part}
              onChange={(next) => useLoreView.setState({ part: next })}
              options={[
                { value: "says", label: t("parts.says") },
                {
                  value: "mentions",
                  label:
                    mentions.data === undefined
                      ? t("parts.mentions")
                      : t("parts.mentionsCount", { n: shortFigure(mentions.data.total, i18n.language) }),
                },
              ]}
            />
          </div>
          {part === "says" ? (
            <LoreForm key={id} entry={data} writable={writable} />
          ) : (
            <MentionList mentions={mentions} />
          )}
        </>
      )}
    </article>
  );
}
