// The second row of the find panel: the replacement, and its two acts or the progress.
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { figure } from "@/components/figures";
import { ProgressBar } from "@/components/progress-bar";
import { TextField } from "@/components/text-field";
import { useDesk } from "@/desk/desk";
import { useFind } from "./find";
import { namesGroups } from "./hits";
import { canReplace, replaceAll, replaceOne } from "./replace";
import { ReplaceAllDialog } from "./replace-all-dialog";

/** `problem` says what is wrong with the replacement. */
export function ReplaceRow({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation("find");
  const { replacement, matching, found, leftOut, job } = useFind();
  const writable = useDesk((state) => state.project?.writable ?? false);
  const able = writable && canReplace();
  const n = (found?.total ?? 0) - leftOut.size;
  const isBook = useDesk(({ dialog }) => dialog?.name === "find" && dialog.scope === "book");
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const begin = () => {
    // The buttons go away or become disabled, and would take the keyboard with them.
    field.current?.focus();
    if (isBook) setAsking(able && n > 0);
    else void replaceAll();
  };
  const hint = !writable
    ? t("readOnly")
    : matching === "regex" && !namesGroups(replacement)
      ? t("groupsHint")
      : undefined;
  return (
    <div className="flex flex-wrap items-start gap-1.5 pl-7.5 @max-sm:pl-0">
      <TextField
        ref={field}
        data-replacement
        label={t("replacement")}
        hideLabel
        placeholder={t("replacement")}
        value={replacement}
        disabled={!writable}
        onChange={(next) => useFind.setState({ replacement: next })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== "Enter") return;
          event.preventDefault();
          if (event.ctrlKey || event.metaKey) begin();
          else void replaceOne();
        }}
        error={problem}
        hint={hint}
        className="min-w-32 flex-1 @max-sm:min-w-24"
      />
      {job === null ? (
        <>
          <Button disabled={!able} onClick={() => void replaceOne()}>
            {t("replaceOne")}
          </Button>
          <Button disabled={!able || n === 0} onClick={begin}>
            {leftOut.size === 0 || n === 0 ? t("replaceAll") : t("results.replaceSome", { n: figure(n) })}
          </Button>
        </>
      ) : (
        <ProgressBar
          label={t(job.progress?.stage === "replace" ? "replaced.working" : "replaced.finding")}
          value={job.progress === null || job.progress.total === 0 ? null : job.progress.done}
          max={job.progress?.total ?? 1}
          stopping={job.stopping}
          onStop={job.stop}
          className="w-72 max-w-full"
        />
      )}
      {asking && <ReplaceAllDialog onClose={() => setAsking(false)} />}
    </div>
  );
}
