// The `export-lore` dialog: entries as a lorebook, a card, or Markdown. Secrets are excluded unless the author chooses
// otherwise.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { EmptyState } from "@/components/empty-state";
import { ExportDialog, ExportDone, StoppedNote } from "@/components/export-dialog";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { ProgressBar } from "@/components/progress-bar";
import { RadioGroup } from "@/components/radio-group";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import { closeDialog, useDesk } from "@/desk/desk";
import { fileNameFor } from "@/desk/file-name";
import { useAct } from "@/desk/use-act";
import { useJob } from "@/desk/use-job";
import { call, run } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ChosenPath, Container, Existing, LorebookEntry, LoreFormat } from "@/ipc/types";

export function ExportLoreDialog() {
  const open = useDesk((state) => state.dialog?.name === "export-lore");
  return open ? <ExportLore /> : null;
}

const FORMATS: readonly LoreFormat[] = ["world_info", "card_v3", "card_v2", "novel_ai", "markdown"];
const ALL = "all";

/** The author's choices. */
interface Choices {
  format: LoreFormat;
  container: Container;
  /** The id of a lorebook, or `ALL`. */
  book: string;
  secrets: boolean;
}

const hasPicture = (format: LoreFormat) => format === "card_v2" || format === "card_v3";
const endingOf = ({ format, container }: Choices) =>
  format === "markdown" ? "md" : hasPicture(format) ? container : "json";

function ExportLore() {
  const { t } = useTranslation("lore");
  const lore = useAnswer("lore.list", {});
  const [choices, setChoices] = useState<Choices>({
    format: "world_info",
    container: "json",
    book: ALL,
    secrets: false,
  });
  const books = lore.data?.books ?? [];
  const book = books.find(({ id }) => `${id}` === choices.book);
  const { job, done, submit, replace } = useLoreExport(choices, book);
  const { running, failure } = job;
  if (done !== null) return <Done {...done} />;
  const empty = lore.data !== undefined && lore.data.entries.length === 0 && choices.format !== "markdown";
  return (
    <ExportDialog
      title={t("export.title")}
      description={t("export.text")}
      submitLabel={t("export.submit")}
      canSubmit={!empty}
      onSubmit={() => void submit()}
      onClose={closeDialog}
      progress={
        running && (
          <ProgressBar
            label={t("export.exporting")}
            value={null}
            stopping={running.stopping}
            onStop={job.stop}
          />
        )
      }
    >
      <ChoiceFields
        choices={choices}
        books={books}
        onChange={(change) => setChoices({ ...choices, ...change })}
      />
      {empty && <EmptyState compact title={t("export.empty")} text={t("export.emptyText")} />}
      {failure?.code === "stopped" ? (
        <StoppedNote text={t("export.stopped")} />
      ) : (
        failure !== null && (
          <FailureState
            failure={failure}
            actions={
              failure.code === "file_exists" && (
                <Button size="sm" variant="danger" onClick={() => void replace()}>
                  {t("export.replace")}
                </Button>
              )
            }
          />
        )
      )}
    </ExportDialog>
  );
}

/** Writes the entries, or those of one lorebook, to a file the author chooses. */
function useLoreExport(choices: Choices, chosen: LorebookEntry | undefined) {
  const { t, i18n } = useTranslation("lore");
  const project = useDesk((state) => state.project?.title ?? "");
  const job = useJob();
  const [place, setPlace] = useState<ChosenPath | null>(null);
  const [done, setDone] = useState<DoneProps | null>(null);
  const { format, container, secrets } = choices;
  const book = format === "markdown" ? undefined : chosen;

  const write = async (to: ChosenPath | null, existing: Existing) => {
    if (to === null) return;
    await job.start<"lore.export">(
      () =>
        run("lore.export", {
          out: to.path,
          format,
          container: hasPicture(format) ? container : "json",
          book: book?.id ?? null,
          secrets: secrets ? "keep" : "leave",
          labels: i18n.language.startsWith("zh") ? "chinese" : "english",
          existing,
        }),
      ({ entries }) => setDone({ place: to, entries }),
    );
  };
  const submit = async () => {
    try {
      const { path: to } = await call("window.choose", {
        kind: "export_lore",
        title: t("export.title"),
        name: fileNameFor(book?.name || project, endingOf(choices), t("export.untitled")),
      });
      if (to === null) return;
      setPlace(to);
      await write(to, "keep");
    } catch (thrown) {
      job.fail(thrown);
    }
  };
  return { job, done, submit, replace: () => write(place, "replace") };
}

interface ChoiceFieldsProps {
  choices: Choices;
  books: readonly LorebookEntry[];
  onChange: (change: Partial<Choices>) => void;
}

function ChoiceFields({ choices, books, onChange }: ChoiceFieldsProps) {
  const { t } = useTranslation("lore");
  const { format, container, book, secrets } = choices;
  return (
    <>
      <RadioGroup<LoreFormat>
        label={t("export.format")}
        value={format}
        onChange={(next) => onChange({ format: next })}
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
          onChange={(next) => onChange({ container: next })}
          options={[
            { value: "json", label: t("export.json") },
            { value: "png", label: t("export.png") },
          ]}
        />
      )}
      {format !== "markdown" && books.length > 0 && (
        <Select
          label={t("export.which")}
          value={books.some(({ id }) => `${id}` === book) ? book : ALL}
          onChange={(next) => onChange({ book: next })}
          options={[
            { value: ALL, label: t("export.all") },
            ...books.map((one) => ({
              value: `${one.id}`,
              label: one.name || t("export.untitled"),
              hint: t(`formats.${one.format}`),
            })),
          ]}
        />
      )}
      <Checkbox
        label={t("export.secrets")}
        description={t("export.secretsHint")}
        checked={secrets}
        onChange={(next) => onChange({ secrets: next })}
      />
    </>
  );
}

interface DoneProps {
  place: ChosenPath;
  entries: number;
}

function Done({ place, entries }: DoneProps) {
  const { t } = useTranslation("lore");
  const { failure, act } = useAct();
  return (
    <ExportDone
      title={t("export.done")}
      closeLabel={t("components:close")}
      onClose={closeDialog}
      onReveal={() => void act(() => call("window.reveal", { path: place.path }))}
      failure={failure}
      folder={place.folder}
      text={t("export.doneText", { n: figure(entries), name: place.name })}
    />
  );
}
