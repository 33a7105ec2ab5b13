// Comparing the versions of a list: opening one compares it with the current text, or with the version marked before.
import { type KeyboardEvent, useState } from "react";
import { useDesk } from "@/desk/desk";
import { useOpenScenes } from "@/desk/open-scenes";
import type { SceneId, VersionEntry, VersionNo } from "@/ipc/types";
import { compareVersions } from "./acts";
import type { Entry } from "./use-entries";

export interface Comparing {
  marked: VersionEntry | undefined;
  mark: (version: VersionNo) => void;
  unmark: () => void;
  /** Compares two versions, or one with the working text. */
  compare: (from: VersionNo, to: VersionNo | null) => void;
  /** Compares the working text with the version it is based on. */
  compareDraft: () => void;
  open: (entry: Entry) => void;
  /** Returns whether the key was handled. */
  onKey: (entry: Entry, event: KeyboardEvent) => boolean;
  /** Whether an entry is marked, or shown in the comparison. */
  isChosen: (entry: Entry) => boolean;
}

export function useComparing(
  scene: SceneId,
  versionOf: (number: VersionNo) => VersionEntry | undefined,
): Comparing {
  const centre = useDesk((state) => state.centre);
  const [markedNo, setMarked] = useState<VersionNo | null>(null);
  const marked = markedNo === null ? undefined : versionOf(markedNo);

  const compare = (from: VersionNo, to: VersionNo | null) => {
    setMarked(null);
    // The older text comes first.
    void compareVersions(
      scene,
      to === null ? from : Math.min(from, to),
      to === null ? null : Math.max(from, to),
    );
  };
  const compareDraft = () => {
    const status = useOpenScenes.getState().status.get(scene);
    if (status !== undefined) compare(status.version, null);
  };
  const numberOf = (entry: Entry) => (entry.kind === "working" ? null : entry.version.version);
  return {
    marked,
    mark: setMarked,
    unmark: () => setMarked(null),
    compare,
    compareDraft,
    open: (entry) => {
      const number = numberOf(entry);
      if (marked !== undefined && number !== markedNo) compare(marked.version, number);
      else if (number !== null) compare(number, null);
      else compareDraft();
    },
    onKey: (entry, event) => {
      const number = numberOf(entry);
      if (event.key === "Escape" && markedNo !== null) setMarked(null);
      else if (event.key === " " && number !== null) setMarked(markedNo === number ? null : number);
      else return false;
      return true;
    },
    isChosen: (entry) => {
      const number = numberOf(entry);
      if (number !== null && number === markedNo) return true;
      if (centre.kind !== "compare-versions" || centre.scene !== scene) return false;
      return number === null ? centre.to === null : centre.from === number || centre.to === number;
    },
  };
}
