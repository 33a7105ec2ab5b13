// The failure of an act on a model: what happened, what is safe, what to do.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { ErrorState, type ErrorStateProps } from "@/components/error-state";
import { FailureState } from "@/components/failure-state";
import type { Failure, MeaningState } from "@/ipc/types";
import { chooseFolder } from "./choose-folder";
import { offeredInUse } from "./state";
import { damagedFiles, downloadTrouble, fileTrouble } from "./troubles";
import { check, download, type Work } from "./work";

interface WorkTroubleProps {
  work: Work;
  failure: Failure;
  state: MeaningState;
}

function detailsOf({ message, hint, details }: Failure): string {
  return [message, hint, details == null ? "" : JSON.stringify(details)]
    .filter((line) => line !== "")
    .join("\n");
}

export function WorkTrouble({ work, failure, state }: WorkTroubleProps) {
  const { t } = useTranslation("meaning");
  const words = useTroubleOf(work, failure);
  const again = () => {
    if (work.act === "download" && work.model !== null) void download(work.model);
    else if (work.act === "folder") void chooseFolder();
    else void check();
  };
  if (words === null) return <FailureState failure={failure} onRetry={again} />;
  const { list, ...said } = words;
  const offered = offeredInUse(state);
  const isDamaged = damagedFiles(failure).length > 0;
  const actions =
    work.act === "folder" ? (
      <Button size="sm" onClick={() => void chooseFolder()}>
        {t("models.choose")}
      </Button>
    ) : isDamaged && offered !== null ? (
      <Button size="sm" onClick={() => void download(offered.id)}>
        {t("troubles.again")}
      </Button>
    ) : undefined;
  return (
    <ErrorState
      {...said}
      code={failure.code}
      details={detailsOf(failure)}
      onRetry={actions === undefined ? again : undefined}
      actions={actions}
    >
      {list.length > 0 && (
        <ul
          aria-label={t(work.act === "download" ? "troubles.asked" : "troubles.files")}
          className="flex list-disc flex-col gap-0.5 pl-4"
        >
          {list.map((line) => (
            <li key={line} className="break-words select-text">
              {line}
            </li>
          ))}
        </ul>
      )}
    </ErrorState>
  );
}

type Said = Pick<ErrorStateProps, "title" | "safe" | "todo"> & { list: readonly string[] };

/** The message of a failure; null if the message of its code suffices. */
function useTroubleOf({ act }: Work, failure: Failure): Said | null {
  const { t } = useTranslation("meaning");
  const messageOf = (key: string, values: Record<string, unknown> = {}): Said => ({
    title: t(`troubles.${key}.title`, values),
    safe: t(`troubles.${key}.safe`),
    todo: t(`troubles.${key}.todo`),
    list: [],
  });
  const fetched = downloadTrouble(failure);
  if (fetched !== null) {
    const list = fetched.tried.map(({ host, trouble, status }) =>
      t("troubles.server", { host, trouble: t(`troubles.servers.${trouble}`, { status }) }),
    );
    return { ...messageOf(fetched.reason, { file: fetched.file }), list };
  }
  if (act === "download" && (failure.code === "disk_full" || failure.code === "busy"))
    return messageOf(failure.code);
  const damaged = damagedFiles(failure);
  if (damaged.length > 0) {
    return {
      title: t("troubles.damagedTitle"),
      safe: t("troubles.damagedSafe"),
      todo: t("troubles.damagedTodo"),
      list: damaged,
    };
  }
  const isGone = failure.code === "file_not_found";
  if (act === "folder" && (failure.code === "model_unusable" || isGone)) {
    const wrong = fileTrouble(failure);
    const line =
      wrong && t("troubles.file", { file: wrong.file, reason: t(`troubles.reasons.${wrong.reason}`) });
    return {
      title: t(isGone ? "troubles.goneTitle" : "troubles.folderTitle"),
      safe: t("troubles.folderSafe"),
      todo: t("troubles.folderTodo"),
      list: line === null ? [] : [line],
    };
  }
  return null;
}
