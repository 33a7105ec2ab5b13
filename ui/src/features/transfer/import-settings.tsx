// Settings of an imported text, and of the novel it becomes.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Field, useFieldIds } from "@/components/field";
import { LanguageField } from "@/components/language-field";
import { PlaceLine } from "@/components/place-line";
import { Select } from "@/components/select";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import type { ChosenPath } from "@/ipc/types";
import {
  choosePlace,
  chooseSource,
  languageOfNovel,
  type Preview,
  patternRefusal,
  setNovel,
  setOptions,
  useImport,
} from "./import-flow";
import { ENCODINGS, type ImportOptions, type SplitKind } from "./split-choice";

const SPLITS: readonly SplitKind[] = ["auto", "pattern", "titles", "none"];

/** The source, with a way to choose another. */
export function SourceLine({ source }: { source: ChosenPath & { kind: "file" | "folder" } }) {
  const { t } = useTranslation("transfer");
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <PlaceLine place={source} />
      <div className="flex flex-wrap gap-1.5">
        <Button size="sm" onClick={() => void chooseSource("file")}>
          {t("import.other")}
        </Button>
        <Button size="sm" onClick={() => void chooseSource("folder")}>
          {t("import.otherFolder")}
        </Button>
      </div>
    </div>
  );
}

/** How the text is read. */
export function ImportSettings({ options }: { options: ImportOptions }) {
  const refused = useImport(patternRefusal);
  const isPlain = useImport((flow) => flow.isPlain);
  const isDivided = useImport(isDividedProject);
  const hasFront = useImport(({ preview }) => preview.state === "ready" && preview.plan.has_front);
  const { t } = useTranslation("transfer");
  return (
    <>
      {isPlain && (
        <Select
          label={t("import.encoding")}
          value={options.encoding === "" ? "auto" : options.encoding}
          onChange={(next) => setOptions({ encoding: next === "auto" ? "" : next })}
          options={[
            { value: "auto", label: t("import.encodingAuto") },
            ...ENCODINGS.map((value) => ({ value, label: value.toUpperCase().replace("_", "-") })),
          ]}
        />
      )}
      {!isDivided && <SplitChoice options={options} refused={refused} />}
      {(hasFront || options.withoutFront) && (
        <Checkbox
          label={t("import.withoutFront")}
          description={t("import.withoutFrontHint")}
          checked={options.withoutFront}
          onChange={(withoutFront) => setOptions({ withoutFront })}
        />
      )}
      {isPlain && (
        <Checkbox
          label={t("import.undecodable")}
          description={t("import.undecodableHint")}
          checked={options.replaceUndecodable}
          onChange={(replaceUndecodable) => setOptions({ replaceUndecodable })}
        />
      )}
    </>
  );
}

/** Whether the source is a project with chapters of its own. A Longform project can be one long text. */
function isDividedProject({ preview }: { preview: Preview }): boolean {
  if (preview.state !== "ready") return false;
  const { tool } = preview.plan;
  return tool !== null && tool !== "Longform";
}

function SplitChoice({ options, refused }: { options: ImportOptions; refused: string | null }) {
  const { t } = useTranslation("transfer");
  return (
    <>
      <Select<SplitKind>
        label={t("import.split")}
        value={options.split}
        onChange={(split) => setOptions({ split })}
        options={SPLITS.map((value) => ({
          value,
          label: t(`import.splits.${value}`),
          hint: t(`import.splitHints.${value}`),
        }))}
      />
      {options.split === "pattern" && (
        <TextField
          label={t("import.pattern")}
          placeholder={t("import.patternPlaceholder")}
          error={refused === null ? undefined : t("import.patternRefused", { message: refused })}
          maxLength={500}
          value={options.pattern}
          onChange={(pattern) => setOptions({ pattern })}
        />
      )}
      {options.split === "titles" && (
        <TextArea
          label={t("import.titles")}
          rows={5}
          value={options.titles}
          onChange={(titles) => setOptions({ titles })}
        />
      )}
    </>
  );
}

/** The novel that a text becomes without an open project. */
export function NewNovel() {
  const { t } = useTranslation("transfer");
  const novel = useImport((flow) => flow.novel);
  const untitled = useImport((flow) => flow.untitled);
  const language = useImport(languageOfNovel);
  const ids = useFieldIds(undefined, undefined);
  return (
    <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,4fr)] gap-4 border-b border-line pb-5 @max-[43rem]:grid-cols-1">
      <TextField
        label={t("import.novel")}
        maxLength={200}
        value={novel.title}
        onChange={(title) => setNovel({ title })}
        error={untitled ? t("import.novelMissing") : undefined}
      />
      <TextField
        label={t("import.author")}
        optional
        maxLength={100}
        value={novel.author}
        onChange={(author) => setNovel({ author })}
      />
      <Field label={t("import.place")} plainLabel ids={ids}>
        <div className="flex h-8 min-w-0 items-center gap-3">
          <PlaceLine place={novel.place} none={t("import.noPlace")} />
          <Button size="sm" onClick={() => void choosePlace().catch(() => undefined)}>
            {t("import.choosePlace")}
          </Button>
        </div>
      </Field>
      <LanguageField value={language} onChange={(next) => setNovel({ language: next })} />
    </div>
  );
}
