// The `export` dialog: the manuscript in one of several formats, with the options of each.
import { FolderOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ExportDone, ExportDialog as Frame, StoppedNote } from "@/components/export-dialog";
import { FailureState } from "@/components/failure-state";
import { Field, useFieldIds } from "@/components/field";
import { PlaceLine } from "@/components/place-line";
import { RadioGroup } from "@/components/radio-group";
import { Segmented } from "@/components/segmented";
import { closeDialog, useDesk } from "@/desk/desk";
import { useOpenChapter } from "@/desk/open-chapter";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { BookScope, ChosenPath, Exported, LayoutName } from "@/ipc/types";
import { type Cover, FORMATS, isByChapter, layoutOf, type ShownFormat } from "./export-choices";
import { ExportOptions } from "./export-options";
import { JobProgress } from "./job-progress";
import { usePdfWords } from "./pdf-words";
import { useSiteWarningWords } from "./site-warning-words";
import { type ExportPart, type ManuscriptExport, useExport, useExportChoices } from "./use-export";

export function ExportDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "export");
  return open ? <Export /> : null;
}

function Export() {
  const { t } = useTranslation("transfer");
  const project = useAnswer("project.info", {}).data;
  const { choices, change, remember } = useExportChoices();
  const [cover, setCover] = useState<Cover | null>(null);
  const [scope, setScope] = useState<BookScope>("book");
  const { part, scopes } = usePart(scope);
  const exporting = useExport({ choices, cover, part, remember });
  const { running, stop } = exporting.job;
  const ids = useFieldIds(undefined, undefined);
  if (exporting.done !== null) return <Done {...exporting.done} layout={layoutOf(choices)} />;
  const empty = project !== undefined && project.chapters === 0;
  return (
    <Frame
      title={t("export.title")}
      description={t("export.description")}
      submitLabel={t("export.submit")}
      canSubmit={!empty}
      onSubmit={() => void exporting.submit()}
      onClose={() => {
        remember();
        closeDialog();
      }}
      progress={running && <JobProgress act="export" {...running} onStop={stop} />}
    >
      {empty ? (
        <EmptyState compact title={t("export.empty")} />
      ) : (
        <>
          <Segmented<ShownFormat>
            label={t("export.format")}
            hint={t(`export.formatHints.${choices.format}`)}
            value={choices.format}
            onChange={(format) => {
              change({ format });
              // What went wrong with one format says nothing about another.
              exporting.job.forgetFailure();
            }}
            options={FORMATS.map((value) => ({ value, label: t(`export.formats.${value}`) }))}
          />
          {scopes.length > 1 && (
            <Segmented<BookScope>
              label={t("export.scope")}
              hint={t(`export.scopeHints.${part.scope}`, { title: part.title ?? "" })}
              value={part.scope}
              onChange={setScope}
              options={scopes.map((value) => ({ value, label: t(`export.scopes.${value}`) }))}
            />
          )}
          <ExportOptions {...{ choices, change, cover, setCover }} />
          {isByChapter(choices.format) && (
            <RadioGroup<LayoutName>
              label={t("export.layout")}
              value={choices.layout}
              onChange={(layout) => change({ layout })}
              options={(["whole", "per_chapter"] as const).map((value) => ({
                value,
                label: t(`export.layouts.${value}`),
                description: t(`export.layoutHints.${value}`),
              }))}
            />
          )}
          <Field label={t("export.place")} plainLabel ids={ids}>
            <div className="flex min-w-0 items-center gap-3">
              <PlaceLine place={exporting.place} none={t("export.noPlace")} />
              <Button size="sm" icon={FolderOpen} onClick={exporting.choosePlace}>
                {t("export.choosePlace")}
              </Button>
            </div>
          </Field>
          <p className="text-xs text-faint">{t("export.drafts")}</p>
          <Problem exporting={exporting} />
        </>
      )}
    </Frame>
  );
}

/** The part of the book that the author chose, and the parts to choose from. */
function usePart(scope: BookScope): { part: ExportPart; scopes: readonly BookScope[] } {
  const { chapter, volume, chapters } = useOpenChapter();
  if (chapter === null || volume === null) {
    return { part: { scope: "book", chapter: null, title: null }, scopes: ["book"] };
  }
  // A book of one volume has nothing between the book and its chapters.
  const isDivided = volume.chapters.length < chapters.length;
  const scopes: readonly BookScope[] = isDivided ? ["book", "volume", "chapter"] : ["book", "chapter"];
  const titles = { book: null, volume: volume.title, chapter: chapter.title };
  const chosen = scopes.includes(scope) ? scope : "book";
  const part = { scope: chosen, chapter: chosen === "book" ? null : chapter.id, title: titles[chosen] };
  return { part, scopes };
}

/** Failures that another place may mend. */
const OF_PLACE: readonly string[] = ["file_exists", "file_not_found", "not_writable", "disk_full", "io"];

/** Why the last attempt wrote nothing, and how to continue. */
function Problem({ exporting: { job, place, replace, elsewhere } }: { exporting: ManuscriptExport }) {
  const { t } = useTranslation("transfer");
  const { failure } = job;
  if (failure === null) return null;
  if (failure.code === "stopped") return <StoppedNote text={t("export.stopped")} />;
  const otherPlace = (
    <Button size="sm" onClick={() => void elsewhere()}>
      {t("export.otherPlace")}
    </Button>
  );
  if (failure.code !== "file_exists" || place === null) {
    return (
      <FailureState failure={failure} actions={OF_PLACE.includes(failure.code) ? otherPlace : undefined} />
    );
  }
  return (
    <section
      role="alert"
      className="flex flex-col gap-1 rounded-lg border border-line bg-surface-raised px-4 py-3.5 text-sm"
    >
      <p className="font-medium break-words">{t("export.exists")}</p>
      <p className="break-words text-subtle">{t("export.existsText")}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="danger" onClick={() => void replace()}>
          {t("export.replace")}
        </Button>
        {otherPlace}
      </div>
    </section>
  );
}

/** The warnings of a site that are shown one by one. */
const SHOWN_WARNINGS = 8;

interface DoneProps {
  exported: Exported;
  place: ChosenPath;
  layout: LayoutName;
}

/** What was written, where, and what it omits. */
function Done({ exported, place, layout }: DoneProps) {
  const { t, i18n } = useTranslation("transfer");
  const { failure, act } = useAct();
  const number = new Intl.NumberFormat(i18n.language);
  const isDivided = layout === "whole" && exported.files.length > 1;
  const figures = {
    chapters: number.format(exported.chapters),
    n: number.format(exported.files.length),
    name: isDivided ? place.name.replace(/\.pdf$/i, "") : place.name,
  };
  const words = useSiteWarningWords();
  const pdfWords = usePdfWords();
  const notes = exported.warnings.map((warning) => t(`export.warnings.${warning}`));
  if (exported.pdf !== null) notes.push(...pdfWords(exported.pdf));
  notes.push(...exported.site_warnings.slice(0, SHOWN_WARNINGS).map(words));
  const more = exported.site_warnings.length - SHOWN_WARNINGS;
  if (more > 0) notes.push(t("export.moreWarnings", { n: number.format(more) }));
  const count = (
    key: "doneDrafts" | "leftOutScenes" | "leftOutParagraphs" | "doneComments",
    n: number,
  ): void => {
    if (n > 0) notes.push(t(`export.${key}`, { n: number.format(n) }));
  };
  count("doneDrafts", exported.drafts);
  count("leftOutScenes", exported.left_out.scenes);
  count("leftOutParagraphs", exported.left_out.paragraphs);
  count("doneComments", exported.comments);
  return (
    <ExportDone
      title={t("export.done")}
      closeLabel={t("export.close")}
      onClose={closeDialog}
      onReveal={() => void act(() => call("window.reveal", { path: place.path }))}
      failure={failure}
      folder={place.folder}
      text={t(
        isDivided ? "export.doneVolumes" : layout === "whole" ? "export.doneFile" : "export.doneFiles",
        figures,
      )}
      notes={notes}
    />
  );
}
