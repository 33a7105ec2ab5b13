// Restoring a checkpoint, and undoing that.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { flushAll, goOnAll } from "@/desk/open-scenes";
import { type Job, type JobProgress, run } from "@/ipc/host";
import type { RestoreCheckpoint } from "@/ipc/types";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`checkpoints:${key}`, values);

/** Saves everything typed, then starts a restore. Rejects with a `Failure`. */
export async function beginRestore(
  request: RestoreCheckpoint,
  onProgress: (progress: JobProgress) => void,
): Promise<Job<"checkpoint.restore">> {
  await flushAll();
  return run("checkpoint.restore", request, onProgress);
}

/** Reports a restore, with an undo. `before` is the previous state, in the same scope. */
export function tellRestored(name: string, before: RestoreCheckpoint): void {
  notify({
    text: say("restore.done", { name }),
    duration: 20_000,
    action: {
      label: say("restore.undo"),
      onSelect: () =>
        void attempt(async () => {
          const job = await beginRestore(before, () => undefined);
          await job.answer;
          await goOnAll();
          notify({ text: say("restore.undone") });
        }),
    },
  });
}
