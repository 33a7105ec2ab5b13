// Putting a part of the bin back: the notice, and what happens if its place is in the bin too.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useToast } from "@/components/toast";
import { attempt as told } from "@/desk/attempt";
import { closeDialog } from "@/desk/desk";
import { goToScene, outline } from "@/desk/navigation";
import { call, toFailure } from "@/ipc/host";
import type { BinnedPart, Failure, Parent, SceneId } from "@/ipc/types";
import { binAgain, kindOf, lastPlace, partOf, putAllBack, putBack, sceneOf } from "./binned";
import type { StrandedPart } from "./stranded";

/** Puts parts of the bin back; a failure stays visible along with the selection. */
export function usePutBack(parts: readonly BinnedPart[], nameOf: (part: BinnedPart) => string) {
  const { t } = useTranslation("bin");
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [stranded, setStranded] = useState<StrandedPart | null>(null);

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
    setBusy(false);
  };
  const done = async (part: BinnedPart, way: readonly BinnedPart[]) => {
    setStranded(null);
    const scene = sceneOf(await outline(), part);
    const open = (scene: SceneId) => () => {
      closeDialog();
      goToScene(scene);
    };
    toast.show({
      text: t("done", { name: nameOf(part) }),
      tone: "success",
      also: scene === null ? undefined : { label: t("open"), onSelect: open(scene) },
      action: { label: t("undo"), onSelect: () => void told(() => binAgain(way)) },
    });
  };
  return {
    busy,
    failure,
    stranded,
    /** Forgets the failure and the question when another part is chosen. */
    reset: () => {
      setStranded(null);
      setFailure(null);
    },
    back: (part: BinnedPart) =>
      attempt(async () => {
        const outcome = await putBack(part, parts);
        if (outcome.kind === "back") return done(part, [part]);
        setStranded({ part, way: outcome.way, last: lastPlace(await outline(), kindOf(part)) });
      }),
    /** Puts a part back with the containers it was in. */
    withContainers: (part: BinnedPart, way: readonly BinnedPart[]) =>
      attempt(async () => {
        await putAllBack(way);
        await done(part, way);
      }),
    /** Puts a part back into another container. */
    into: (part: BinnedPart, parent: Parent) =>
      attempt(async () => {
        await call("manuscript.move", { part: partOf(part), parent });
        await done(part, [part]);
      }),
  };
}
