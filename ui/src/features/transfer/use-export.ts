// Writes the manuscript to a location the author chooses.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { changeSettings, desk, isWritable, useDesk } from "@/desk/desk";
import { fileNameFor } from "@/desk/file-name";
import { useJob } from "@/desk/use-job";
import { call, run } from "@/ipc/host";
import type { BookScope, ChapterId, ChosenPath, Existing, Exported, LayoutName } from "@/ipc/types";
import {
  type Cover,
  type ExportChoices,
  endingOf,
  layoutOf,
  remembered,
  requestOf,
  toRemember,
} from "./export-choices";
import { placeFits, saveOpenDrafts } from "./export-flow";

/** The choices of the author, which the next export begins with. */
export function useExportChoices() {
  const language = useDesk((desk) => desk.project?.language ?? null);
  const [choices, setChoices] = useState(() => remembered(desk().settings.export_choices, language));
  return {
    choices,
    change: (changes: Partial<ExportChoices>) => setChoices((now) => ({ ...now, ...changes })),
    /** Nothing is lost if it fails: the next export begins with older choices. */
    remember: () => {
      const stored = desk().settings.export_choices;
      void changeSettings({ export_choices: toRemember(stored, choices, language) }).catch(() => undefined);
    },
  };
}

/** The part of the book that is exported. */
export interface ExportPart {
  scope: BookScope;
  /** A chapter of it, unless it is the book. */
  chapter: ChapterId | null;
  /** The title of the volume or the chapter; null for the whole book. */
  title: string | null;
}

interface ExportWish {
  choices: ExportChoices;
  cover: Cover | null;
  part: ExportPart;
  remember: () => void;
}

export function useExport({ choices, cover, part, remember }: ExportWish) {
  const { t } = useTranslation("transfer");
  const layout = layoutOf(choices);
  const ending = endingOf(choices.format);
  const book = useDesk((desk) => desk.project?.title ?? "");
  const title = part.title === null || part.title === "" ? book : `${book} ${part.title}`;
  const job = useJob();
  const [chosen, setChosen] = useState<{
    path: ChosenPath;
    layout: LayoutName;
    scope: BookScope;
  } | null>(null);
  const [done, setDone] = useState<{ exported: Exported; place: ChosenPath } | null>(null);
  const fits =
    chosen?.scope === part.scope && placeFits(chosen.path, ending, layout, chosen.layout) ? chosen : null;
  const place = fits?.path ?? null;

  /** Resolves to null if the author cancels, or if it fails. */
  const choosePlace = async (): Promise<ChosenPath | null> => {
    try {
      const { path } = await call("window.choose", {
        kind: layout === "whole" ? "export_file" : "export_folder",
        title: t(layout === "whole" ? "export.chooseFile" : "export.chooseFolder"),
        name: layout === "whole" ? fileNameFor(title, ending, t("untitled")) : null,
      });
      if (path !== null) {
        setChosen({ path, layout, scope: part.scope });
        job.forgetFailure();
      }
      return path;
    } catch (thrown) {
      job.fail(thrown);
      return null;
    }
  };
  const write = async (to: ChosenPath | null, existing: Existing) => {
    if (to === null) return;
    await job.start<"project.export">(
      async (onProgress) => {
        if (isWritable()) await saveOpenDrafts();
        const { scope, chapter } = part;
        const request = { out: to.path, existing, scope, chapter, ...requestOf(choices, cover) };
        return run("project.export", request, onProgress);
      },
      (exported) => {
        remember();
        setDone({ exported, place: to });
      },
    );
  };
  return {
    job,
    done,
    place,
    choosePlace: () => void choosePlace(),
    submit: async () => write(place ?? (await choosePlace()), "keep"),
    elsewhere: async () => write(await choosePlace(), "keep"),
    replace: () => write(place, "replace"),
  };
}

export type ManuscriptExport = ReturnType<typeof useExport>;
