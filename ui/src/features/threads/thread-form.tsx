// The name, promise and due time of a thread. Saves automatically.
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { NumberField } from "@/components/number-field";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { useKept } from "@/desk/use-kept";
import { call } from "@/ipc/host";
import type { ThreadView } from "@/ipc/types";

/** Debounce before a text is saved, ms. */
const SAVE_DEBOUNCE = 800;
export const MAX_TITLE_LENGTH = 200;
export const MAX_WAIT = 100_000;

/** What is wrong with a title; null: nothing. */
export function wrongTitle(title: string): "titleNeeded" | "titleLong" | null {
  if (title.trim() === "") return "titleNeeded";
  return [...title.trim()].length > MAX_TITLE_LENGTH ? "titleLong" : null;
}

export function ThreadForm({ thread, writable }: { thread: ThreadView; writable: boolean }) {
  const { t } = useTranslation("threads");
  const { id } = thread;
  const title = useKept({
    stored: thread.title,
    keep: (next) => call("threads.save", { thread: id, title: next.trim() }),
    after: null,
    allowed: (next) => wrongTitle(next) === null,
  });
  const description = useKept({
    stored: thread.description,
    keep: (next) => call("threads.save", { thread: id, description: next }),
    after: SAVE_DEBOUNCE,
  });
  const due = useKept({
    stored: thread.due_after,
    keep: (next) => call("threads.save", { thread: id, due_after: next }),
    after: SAVE_DEBOUNCE,
  });
  const failed = [title, description, due].find((field) => field.failure !== null);
  const wrong = wrongTitle(title.value);
  return (
    <div className="flex flex-col gap-4">
      {failed?.failure != null && <FailureState failure={failed.failure} onRetry={failed.flush} />}
      <TextField
        label={t("detail.title")}
        value={title.value}
        onChange={title.change}
        error={wrong === null ? undefined : t(`detail.${wrong}`)}
        readOnly={!writable}
        onBlur={() => {
          if (wrong === null) title.flush();
          else if (wrong === "titleNeeded") title.change(thread.title);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) title.flush();
        }}
      />
      <TextArea
        label={t("detail.description")}
        value={description.value}
        onChange={description.change}
        onBlur={description.flush}
        readOnly={!writable}
        rows={3}
        maxRows={14}
        placeholder={t("detail.descriptionHint")}
      />
      <NumberField
        label={t("detail.due")}
        hint={t("detail.dueNone")}
        value={due.value}
        onChange={(next) => due.change(next === 0 ? null : next)}
        min={1}
        max={MAX_WAIT}
        unit={writable ? t("detail.dueUnit") : undefined}
        disabled={!writable}
      />
    </div>
  );
}
