// Writes the manuscript to a location the author chooses.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isWritable, useDesk } from "@/desk/desk";
import { fileNameFor } from "@/desk/file-name";
import { useJob } from "@/desk/use-job";
import { call, run } from "@/ipc/host";
import type { ChosenPath, Existing, Exported, FormatName, LayoutName } from "@/ipc/types";
import { placeFits, saveOpenDrafts } from "./export-flow";

export function useExport(format: FormatName, layout: LayoutName) {
  const { t } = useTranslation("transfer");
  const title = useDesk((desk) => desk.project?.title ?? "");
  const job = useJob();
  const [chosen, setChosen] = useState<{ path: ChosenPath; layout: LayoutName } | null>(null);
  const [done, setDone] = useState<{ exported: Exported; place: ChosenPath } | null>(null);
  const place = chosen !== null && placeFits(chosen.path, format, layout, chosen.layout) ? chosen.path : null;

  /** Resolves to null if the author cancels, or if it fails. */
  const choosePlace = async (): Promise<ChosenPath | null> => {
    try {
      const { path } = await call("window.choose", {
        kind: layout === "whole" ? "export_file" : "export_folder",
        title: t(layout === "whole" ? "export.chooseFile" : "export.chooseFolder"),
        name: layout === "whole" ? fileNameFor(title, format, t("untitled")) : null,
      });
      if (path !== null) {
        setChosen({ path, layout });
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
        return run("project.export", { out: to.path, format, layout, existing }, onProgress);
      },
      (exported) => setDone({ exported, place: to }),
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
