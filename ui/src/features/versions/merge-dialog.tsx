// A branch is merged into the main line. Where both changed the same words nothing is done until the author has seen
// the places and said whose words stand.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { withText } from "@/desk/open-scenes";
import { call, toFailure } from "@/ipc/host";
import type { Failure, Prefer } from "@/ipc/types";
import { saveDraft } from "./acts";
import type { BranchActProps } from "./adopt-dialog";
import { type Place, placesOf, refusedMerge } from "./conflicts";

/** More places than an author decides at a glance are told by their number. */
const SHOWN = 100;

export function MergeDialog({ scene, branch, name, onClose }: BranchActProps) {
  const { t } = useTranslation("versions");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [places, setPlaces] = useState<readonly Place[] | null>(null);

  const conflictsOf = async (refused: Failure): Promise<readonly Place[] | null> => {
    const told = refusedMerge(refused.details);
    if (told === null) return null;
    const [main, theirs] = await Promise.all([
      call("scene.text", { scene, version: told.main }),
      call("scene.text", { scene, version: told.branch }),
    ]);
    return placesOf(told.conflicts, main.text, theirs.text);
  };
  const merge = async (prefer: Prefer | null) => {
    setBusy(true);
    setFailure(null);
    try {
      const head = await withText(scene, async () => {
        await saveDraft(scene);
        const before = await call("scene.history", { scene });
        await call("branch.merge", { scene, branch, prefer });
        return before.head;
      });
      notify({
        text: t("merge.done", { name }),
        action: {
          label: t("undo"),
          onSelect: () =>
            void attempt(() => withText(scene, () => call("scene.restore", { scene, version: head }))),
        },
      });
      onClose();
    } catch (thrown) {
      const refused = toFailure(thrown);
      const found = refused.code === "merge_conflict" ? await conflictsOf(refused).catch(() => null) : null;
      if (found === null) setFailure(refused);
      else setPlaces(found);
      setBusy(false);
    }
  };

  const cancel = (
    <Button onClick={onClose} disabled={busy}>
      {t("cancel", { ns: "components" })}
    </Button>
  );
  if (places === null) {
    return (
      <Dialog
        open
        size="sm"
        busy={busy}
        onClose={onClose}
        onSubmit={() => void merge(null)}
        title={t("merge.title", { name })}
        description={t("merge.text")}
        footer={
          <>
            {cancel}
            <Button type="submit" variant="primary" busy={busy}>
              {t("merge.act")}
            </Button>
          </>
        }
      >
        {failure !== null && <FailureState failure={failure} />}
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      size="lg"
      busy={busy}
      onClose={onClose}
      title={t("merge.conflictTitle", { n: places.length })}
      description={t("merge.conflictText")}
      footer={
        <>
          {cancel}
          <Button busy={busy} onClick={() => void merge("main")}>
            {t("merge.preferMain")}
          </Button>
          <Button busy={busy} onClick={() => void merge("branch")}>
            {t("merge.preferBranch")}
          </Button>
        </>
      }
    >
      {failure !== null && <FailureState failure={failure} />}
      <ol className="flex flex-col gap-4">
        {places.slice(0, SHOWN).map((place, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places have no name but their number
          <li key={at} className="flex flex-col gap-1.5">
            <p className="text-xs text-faint">{t("merge.place", { n: at + 1 })}</p>
            <div className="grid grid-cols-2 overflow-hidden rounded-lg border border-line">
              <Side title={t("merge.mainSide")} place={place} words={place.main} />
              <div className="border-l border-line">
                <Side title={name} place={place} words={place.branch} />
              </div>
            </div>
          </li>
        ))}
      </ol>
      {places.length > SHOWN && (
        <p className="mt-3 text-xs text-faint">{t("merge.moreConflicts", { n: places.length - SHOWN })}</p>
      )}
    </Dialog>
  );
}

function Side({ title, place, words }: { title: string; place: Place; words: string }) {
  const { t } = useTranslation("versions");
  return (
    <div className="flex min-w-0 flex-col">
      <p className="truncate border-b border-line bg-surface-sunken px-3 py-1 text-xs text-subtle">{title}</p>
      <p className="max-h-48 overflow-y-auto px-3 py-2 font-reading text-base leading-7 break-words whitespace-pre-wrap select-text">
        <span className="text-subtle">{place.before}</span>
        {words === "" ? (
          <span className="text-faint">{t("merge.nothing")}</span>
        ) : (
          <mark className="rounded-sm bg-hit text-ink">{words}</mark>
        )}
        <span className="text-subtle">{place.after}</span>
      </p>
    </div>
  );
}
