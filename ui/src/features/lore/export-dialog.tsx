// The `export-lore` dialog: entries as a lorebook, a card, or Markdown. Secrets are excluded unless the author chooses
// otherwise.
import { CircleCheck, FolderOpen } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { ProgressBar } from "@/components/progress-bar";
import { RadioGroup } from "@/components/radio-group";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import { closeDialog, useDesk } from "@/desk/desk";
import { fileNameFor } from "@/desk/file-name";
import { call, run, toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ChosenPath, Container, Failure, LorebookEntry, LoreFormat } from "@/ipc/types";

export function ExportLoreDialog() {
  const open = useDesk((state) => state.dialog?.name === "export-lore");
  return open ? <ExportLore /> : null;
}

const FORMATS: readonly LoreFormat[] = ["world_info", "card_v3", "card_v2", "novel_ai", "markdown"];
const ALL = "all";

const hasPicture = (format: LoreFormat) => format === "card_v2" || format === "card_v3";
const endingOf = (format: LoreFormat, container: Container) =>
  format === "markdown" ? "md" : hasPicture(format) ? container : "json";

function ExportLore() {
  const { t, i18n } = useTranslation("lore");
  const project = useDesk((state) => state.project?.title ?? "");
  const lore = useAnswer("lore.list", {});
  const [format, setFormat] = useState<LoreFormat>("world_info");
  const [container, setContainer] = useState<Container>("json");
  const [book, setBook] = useState(ALL);
  const [secrets, setSecrets] = useState(false);
  const [busy, setBusy] = useState(false);
  const [stopping, setStopping] = useState(false);
  const [stopped, setStopped] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [place, setPlace] = useState<ChosenPath | null>(null);
  const [done, setDone] = useState<{ place: ChosenPath; entries: number } | null>(null);
  const job = useRef<{ stop(): void } | null>(null);
  useEffect(() => () => job.current?.stop(), []);

  const ending = endingOf(format, container);
  const books = lore.data?.books ?? [];
  const chosenBook = books.find(({ id }) => `${id}` === book);
  const ofBook = format === "markdown" ? undefined : chosenBook;

  const write = async (to: ChosenPath, replace: boolean) => {
    setBusy(true);
    setFailure(null);
    setStopped(false);
    setStopping(false);
    try {
      const running = run("lore.export", {
        out: to.path,
        format,
        container: hasPicture(format) ? container : "json",
        book: ofBook?.id ?? null,
        secrets: secrets ? "keep" : "leave",
        labels: i18n.language.startsWith("zh") ? "chinese" : "english",
        existing: replace ? "replace" : "keep",
      });
      job.current = running;
      const { entries } = await running.answer;
      setDone({ place: to, entries });
    } catch (thrown) {
      const exportFailure = toFailure(thrown);
      if (exportFailure.code === "stopped") setStopped(true);
      else setFailure(exportFailure);
    }
    job.current = null;
    setBusy(false);
  };
  const submit = async () => {
    try {
      const name = fileNameFor(ofBook?.name || project, ending, t("export.untitled"));
      const { path: to } = await call("window.choose", {
        kind: "export_lore",
        title: t("export.title"),
        name,
      });
      if (to === null) return;
      setPlace(to);
      await write(to, false);
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
  };

  if (done !== null) return <Done {...done} />;
  const empty = lore.data !== undefined && lore.data.entries.length === 0 && format !== "markdown";
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      title={t("export.title")}
      description={t("export.text")}
      footer={
        busy ? undefined : (
          <>
            <Button onClick={closeDialog}>{t("components:cancel")}</Button>
            <Button type="submit" variant="primary" disabled={empty}>
              {t("export.submit")}
            </Button>
          </>
        )
      }
    >
      {busy ? (
        <ProgressBar
          label={t("export.exporting")}
          value={null}
          stopping={stopping}
          onStop={() => {
            setStopping(true);
            job.current?.stop();
          }}
        />
      ) : (
        <div className="flex flex-col gap-5">
          <RadioGroup<LoreFormat>
            label={t("export.format")}
            value={format}
            onChange={setFormat}
            options={FORMATS.map((value) => ({
              value,
              label: t(`formats.${value}`),
              description: t(`formatHints.${value}`),
            }))}
          />
          {hasPicture(format) && (
            <Segmented<Container>
              label={t("export.container")}
              value={container}
              onChange={setContainer}
              options={[
                { value: "json", label: t("export.json") },
                { value: "png", label: t("export.png") },
              ]}
            />
          )}
          {format !== "markdown" && books.length > 0 && (
            <Books books={books} value={chosenBook === undefined ? ALL : book} onChange={setBook} />
          )}
          <Checkbox
            label={t("export.secrets")}
            description={t("export.secretsHint")}
            checked={secrets}
            onChange={setSecrets}
          />
          {empty && <EmptyState compact title={t("export.empty")} text={t("export.emptyText")} />}
          {stopped && (
            <p role="status" className="text-sm text-subtle">
              {t("export.stopped")}
            </p>
          )}
          {failure !== null && (
            <FailureState
              failure={failure}
              actions={
                failure.code === "file_exists" &&
                place !== null && (
                  <Button size="sm" variant="danger" onClick={() => void write(place, true)}>
                    {t("export.replace")}
                  </Button>
                )
              }
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

interface BooksProps {
  books: readonly LorebookEntry[];
  value: string;
  onChange: (value: string) => void;
}

function Books({ books, value, onChange }: BooksProps) {
  const { t } = useTranslation("lore");
  return (
    <Select
      label={t("export.which")}
      value={value}
      onChange={onChange}
      options={[
        { value: ALL, label: t("export.all") },
        ...books.map(({ id, name, format }) => ({
          value: `${id}`,
          label: name || t("export.untitled"),
          hint: t(`formats.${format}`),
        })),
      ]}
    />
  );
}

function Done({ place, entries }: { place: ChosenPath; entries: number }) {
  const { t } = useTranslation("lore");
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <Dialog
      open
      onClose={closeDialog}
      onSubmit={closeDialog}
      title={t("export.done")}
      footer={
        <>
          <Button
            icon={FolderOpen}
            onClick={() =>
              void call("window.reveal", { path: place.path }).catch((thrown) =>
                setFailure(toFailure(thrown)),
              )
            }
          >
            {t("export.reveal")}
          </Button>
          <Button type="submit" variant="primary">
            {t("components:close")}
          </Button>
        </>
      }
    >
      <div role="status" className="flex items-start gap-2.5 py-1">
        <CircleCheck size={17} strokeWidth={1.75} aria-hidden className="mt-px shrink-0 text-success" />
        <div className="flex min-w-0 flex-col gap-1 text-sm">
          <p className="break-words">{t("export.doneText", { n: figure(entries), name: place.name })}</p>
          <p className="break-words text-faint">{place.folder}</p>
        </div>
      </div>
      {failure !== null && <FailureState failure={failure} />}
    </Dialog>
  );
}
