// Merges a branch into the main line. On conflicts nothing changes until the author has chosen the text of each.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { attempt } from "@/desk/attempt";
import { whileHolding } from "@/desk/held-typing";
import { goToScene } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { withText } from "@/desk/open-scenes";
import { call, toFailure } from "@/ipc/host";
import type { Failure, MergeChoices, PlaceChoice } from "@/ipc/types";
import { closeAndWait, saveDraft, undoMerge } from "./acts";
import type { BranchActProps } from "./adopt-dialog";
import { type Place, placesOf, refusedMerge } from "./conflicts";
import { PlaceList } from "./place-list";

/** The conflicts shown, and their versions. */
interface Shown {
  main: number;
  branch: number;
  places: readonly Place[];
}

export function MergeDialog({ scene, branch, name, onClose }: BranchActProps) {
  const { t } = useTranslation("versions");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [choices, setChoices] = useState<readonly (PlaceChoice | null)[]>([]);

  const conflictsOf = async (refused: Failure): Promise<Shown | null> => {
    const conflict = refusedMerge(refused.details);
    if (conflict === null) return null;
    const [main, theirs] = await Promise.all([
      call("scene.text", { scene, version: conflict.main }),
      call("scene.text", { scene, version: conflict.branch }),
    ]);
    const places = placesOf(conflict.conflicts, main.text, theirs.text);
    return { main: conflict.main, branch: conflict.branch, places };
  };
  const merge = async (decided: MergeChoices | null) => {
    setBusy(true);
    setFailure(null);
    try {
      // Text typed meanwhile belongs to the editor.
      await whileHolding(async () => {
        const head = await withText(scene, async () => {
          await saveDraft(scene);
          const before = await call("scene.history", { scene });
          await call("branch.merge", { scene, branch, ...(decided !== null && { choices: decided }) });
          return before.head;
        });
        notify({
          text: t("merge.done", { name }),
          action: { label: t("undo"), onSelect: () => void attempt(() => undoMerge(scene, head)) },
        });
        await closeAndWait(onClose);
        goToScene(scene);
      });
    } catch (thrown) {
      const refused = toFailure(thrown);
      const found = refused.code === "merge_conflict" ? await conflictsOf(refused).catch(() => null) : null;
      if (found === null) setFailure(refused);
      else {
        setShown(found);
        setChoices(found.places.map(() => null));
      }
      setBusy(false);
    }
  };

  const cancel = (
    <Button onClick={onClose} disabled={busy}>
      {t("cancel", { ns: "components" })}
    </Button>
  );
  if (shown === null) {
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
  const { main, branch: head, places } = shown;
  const decided = choices.filter((choice) => choice !== null);
  const open = places.length - decided.length;
  const all = (choice: PlaceChoice) => setChoices(places.map(() => choice));
  return (
    <Dialog
      open
      size="lg"
      busy={busy}
      onClose={onClose}
      title={t("merge.conflictTitle", { n: places.length })}
      description={t("merge.conflictText")}
      footerStart={
        <>
          <Button variant="ghost" disabled={busy} onClick={() => all("main")}>
            {t("merge.preferMain")}
          </Button>
          <Button variant="ghost" disabled={busy} onClick={() => all("branch")}>
            {t("merge.preferBranch")}
          </Button>
        </>
      }
      footer={
        <>
          {cancel}
          <Button
            variant="primary"
            busy={busy}
            disabled={open > 0}
            onClick={() => void merge({ main, branch: head, places: decided })}
          >
            {open > 0 ? t("merge.undecided", { n: open }) : t("merge.act")}
          </Button>
        </>
      }
    >
      {failure !== null && <FailureState failure={failure} />}
      <PlaceList
        {...{ places, choices, name }}
        onChoose={(at, choice) => setChoices(choices.map((one, index) => (index === at ? choice : one)))}
      />
    </Dialog>
  );
}
