// The `import-lore` dialog: previews a lorebook, a card or our Markdown, then imports it in one act.
import { FileInput } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { DoneNote } from "@/components/done-note";
import { StoppedNote } from "@/components/export-dialog";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { PlaceLine } from "@/components/place-line";
import { ProgressBar } from "@/components/progress-bar";
import { closeDialog, showTab, useDesk } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { useJob } from "@/desk/use-job";
import { call, run } from "@/ipc/host";
import type { ChosenPath, LorebookWarning, LoreImported } from "@/ipc/types";

export function ImportLoreDialog() {
  const open = useDesk((state) => state.dialog?.name === "import-lore");
  return open ? <ImportLore /> : null;
}

function ImportLore() {
  const { t } = useTranslation("lore");
  const { source, found, imported, reading, importing, failure, chooseFile, take } = useLoreImport();
  if (imported !== null) return <Done imported={imported} />;
  const { running } = importing;
  return (
    <Dialog
      open
      busy={running !== null}
      onClose={closeDialog}
      title={t("import.title")}
      description={t("import.text")}
      footer={
        running === null && (
          <>
            <Button onClick={closeDialog}>{t("components:cancel")}</Button>
            {found !== null && (
              <Button
                variant="primary"
                disabled={found.entries + found.fields === 0}
                onClick={() => void take()}
              >
                {t("import.submit")}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {failure?.code === "stopped" ? (
          <StoppedNote text={t("import.stopped")} />
        ) : (
          failure !== null && <FailureState failure={failure} />
        )}
        {running !== null ? (
          <ProgressBar
            label={t("import.importing")}
            value={running.progress !== null && running.progress.total > 1 ? running.progress.done : null}
            max={running.progress?.total ?? 1}
            stopping={running.stopping}
            onStop={importing.stop}
          />
        ) : (
          <>
            <SourceChoice source={source} disabled={reading} onChoose={() => void chooseFile()} />
            {reading && <LoadingState kind="ring" label={t("import.reading")} />}
            {found !== null && <Found found={found} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** From a file the author chooses, by what it contains, to what was imported. */
function useLoreImport() {
  const { t } = useTranslation("lore");
  const [source, setSource] = useState<ChosenPath | null>(null);
  const [found, setFound] = useState<LoreImported | null>(null);
  const [imported, setImported] = useState<LoreImported | null>(null);
  const preview = useJob();
  const importing = useJob();

  const chooseFile = async () => {
    preview.forgetFailure();
    importing.forgetFailure();
    try {
      const { path } = await call("window.choose", { kind: "import_lore", title: t("import.choose") });
      if (path === null) return;
      setSource(path);
      setFound(null);
      await preview.start<"lore.preview_import">(
        () => run("lore.preview_import", { source: path.path }),
        setFound,
      );
    } catch (thrown) {
      setFound(null);
      preview.fail(thrown);
    }
  };
  const take = async () => {
    if (source === null) return;
    await importing.start<"lore.import">(async (onProgress) => {
      await flushAll();
      return run("lore.import", { source: source.path }, onProgress);
    }, setImported);
  };
  return {
    source,
    found,
    imported,
    reading: preview.running !== null,
    importing,
    failure: importing.failure ?? preview.failure,
    chooseFile,
    take,
  };
}

interface SourceChoiceProps {
  source: ChosenPath | null;
  disabled: boolean;
  onChoose: () => void;
}

function SourceChoice({ source, disabled, onChoose }: SourceChoiceProps) {
  const { t } = useTranslation("lore");
  return (
    <div className="flex min-w-0 items-center gap-3">
      {source !== null && <PlaceLine place={source} />}
      <Button
        variant={source === null ? "primary" : "secondary"}
        size={source === null ? "md" : "sm"}
        icon={FileInput}
        disabled={disabled}
        onClick={onChoose}
      >
        {t(source === null ? "import.file" : "import.other")}
      </Button>
    </div>
  );
}

/** What the file contains, before it is imported. */
function Found({ found }: { found: LoreImported }) {
  const { t } = useTranslation("lore");
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3 text-sm">
      <p className="flex items-baseline gap-2 font-medium break-words">
        {found.name === "" ? t("formats.markdown") : found.name}
        {found.format !== null && (
          <span className="text-xs font-normal text-faint">{t(`formats.${found.format}`)}</span>
        )}
      </p>
      <Outcome found={found} />
    </div>
  );
}

function Done({ imported }: { imported: LoreImported }) {
  const { t } = useTranslation("lore");
  const showLore = () => {
    closeDialog();
    showTab("lore");
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={t("import.done")}
      footer={
        <>
          <Button onClick={closeDialog}>{t("components:close")}</Button>
          <Button variant="primary" onClick={showLore}>
            {t("import.show")}
          </Button>
        </>
      }
    >
      <DoneNote>
        <Outcome found={imported} did />
        <p className="break-words text-subtle">{t("import.before")}</p>
      </DoneNote>
    </Dialog>
  );
}

function Outcome({ found, did = false }: { found: LoreImported; did?: boolean }) {
  const { t } = useTranslation("lore");
  const { entries, fields, added, updated, locked, warnings } = found;
  if (entries + fields === 0) return <p className="text-subtle">{t("import.nothing")}</p>;
  return (
    <>
      <p className="break-words">
        {t(did ? "import.did" : "import.will", { added: figure(added), updated: figure(updated) })}
      </p>
      {fields > 0 && <p className="break-words text-subtle">{t("import.fields", { n: figure(fields) })}</p>}
      {locked > 0 && <p className="break-words text-subtle">{t("import.locked", { n: figure(locked) })}</p>}
      {warnings.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-4 text-xs text-subtle">
          {warnings.map((warning) => (
            <li key={warning.kind} className="break-words">
              <Warning warning={warning} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Warning({ warning }: { warning: LorebookWarning }) {
  const { t } = useTranslation("lore");
  if (warning.kind === "no_lorebook") return t("import.warnings.no_lorebook");
  return t(`import.warnings.${warning.kind}`, { n: figure(warning.count), first: warning.first });
}
