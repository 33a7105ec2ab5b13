// The fields of a part's record, each saved by itself.
import { useTranslation } from "react-i18next";
import { useKept } from "@/desk/use-kept";
import { call } from "@/ipc/host";
import type { PartId, PartView } from "@/ipc/types";
import { SAVE_DEBOUNCE, wrongIn } from "./plan";

const MAX_TITLE_LENGTH = 500;

/** What is wrong with a title; undefined if nothing is. A chapter needs one. */
export function useWrongTitle(kind: "chapter" | "scene"): (title: string) => string | undefined {
  const { t } = useTranslation("part");
  return (title) => {
    if (kind === "chapter" && title.trim() === "") return t("titleNeeded");
    return [...title.trim()].length > MAX_TITLE_LENGTH ? t("titleLong") : undefined;
  };
}

/** The record of a part as its fields. */
export function usePartFields(
  part: PartId,
  view: PartView,
  wrongTitle: (title: string) => string | undefined,
) {
  const title = useKept({
    stored: view.title,
    keep: (next) => call("manuscript.rename", { part, title: next.trim() }),
    after: null,
    allowed: (next) => wrongTitle(next) === undefined,
  });
  const status = useKept({
    stored: view.status ?? "planned",
    keep: (next) => call("manuscript.describe", { part, status: next }),
    after: 0,
  });
  const target = useKept({
    stored: view.target,
    keep: (next) => call("manuscript.describe", { part, target: next }),
    after: SAVE_DEBOUNCE,
  });
  const goal = useKept({
    stored: view.goal,
    keep: (next) => call("manuscript.describe", { part, goal: next }),
    after: SAVE_DEBOUNCE,
    allowed: (next) => wrongIn(next) === null,
  });
  const synopsis = useKept({
    stored: view.synopsis,
    keep: (next) => call("manuscript.describe", { part, synopsis: next }),
    after: SAVE_DEBOUNCE,
  });
  const notes = useKept({
    stored: view.notes,
    keep: (next) => call("manuscript.describe", { part, notes: next }),
    after: SAVE_DEBOUNCE,
  });
  return { title, status, target, goal, synopsis, notes };
}
