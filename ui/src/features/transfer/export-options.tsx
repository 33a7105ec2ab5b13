// The options of one format in the export dialog.
import { ImagePlus, X } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Field, useFieldIds } from "@/components/field";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import type { CountRule, DocxLayoutName, MarksChoice, PageSize } from "@/ipc/types";
import { readCover } from "./cover";
import type { Cover, ExportChoices } from "./export-choices";
import { SiteOptions } from "./site-options";

export interface OptionsProps {
  choices: ExportChoices;
  change: (changes: Partial<ExportChoices>) => void;
  cover: Cover | null;
  setCover: (cover: Cover | null) => void;
}

export function ExportOptions(props: OptionsProps) {
  switch (props.choices.format) {
    case "txt":
    case "md":
      return <TextOptions {...props} />;
    case "docx":
      return <DocxOptions {...props} />;
    case "epub":
      return <EpubOptions {...props} />;
    case "html":
      return <Numbers {...props} />;
    case "pdf":
      return <PdfOptions {...props} />;
    case "site":
      return <SiteOptions {...props} />;
  }
}

function TextOptions({ choices, change }: OptionsProps) {
  const { t } = useTranslation("transfer");
  const isMarkdown = choices.format === "md";
  const known: readonly MarksChoice[] = isMarkdown ? ["keep", "commonmark", "drop"] : ["drop", "keep"];
  const value = isMarkdown ? choices.markdownMarks : choices.textMarks;
  return (
    <Segmented<MarksChoice>
      label={t("export.marks")}
      hint={t(`export.marksHints.${value}`)}
      value={value}
      onChange={(marks) => change(isMarkdown ? { markdownMarks: marks } : { textMarks: marks })}
      options={known.map((one) => ({ value: one, label: t(`export.marksChoices.${one}`) }))}
    />
  );
}

function DocxOptions({ choices, change }: OptionsProps) {
  const { t } = useTranslation("transfer");
  const isManuscript = choices.docxLayout === "manuscript";
  return (
    <>
      <Segmented<DocxLayoutName>
        label={t("export.docxLayout")}
        hint={t(`export.docxLayoutHints.${choices.docxLayout}`)}
        value={choices.docxLayout}
        onChange={(docxLayout) => change({ docxLayout })}
        options={(["editor", "manuscript"] as const).map((value) => ({
          value,
          label: t(`export.docxLayouts.${value}`),
        }))}
      />
      <Select<CountRule>
        label={t("export.rule")}
        value={choices.rule}
        onChange={(rule) => change({ rule })}
        options={(["standard", "word", "han", "all"] as const).map((value) => ({
          value,
          label: t(`export.rules.${value}`),
        }))}
      />
      {isManuscript && (
        <>
          <TextArea
            optional
            label={t("export.contact")}
            hint={t("export.contactHint")}
            rows={3}
            value={choices.contact}
            onChange={(contact) => change({ contact })}
          />
          <TextField
            optional
            label={t("export.surname")}
            hint={t("export.surnameHint")}
            value={choices.surname}
            onChange={(surname) => change({ surname })}
          />
        </>
      )}
      <Checkbox
        label={t("export.comments")}
        description={t("export.commentsHint")}
        checked={choices.comments}
        onChange={(comments) => change({ comments })}
      />
    </>
  );
}

function EpubOptions(props: OptionsProps) {
  const { choices, change } = props;
  const { t } = useTranslation("transfer");
  return (
    <>
      <CoverField {...props} />
      <Checkbox
        label={t("export.vertical")}
        checked={choices.vertical}
        onChange={(vertical) => change({ vertical })}
      />
      <Numbers {...props} />
      <TextField
        optional
        label={t("export.aiLabel")}
        hint={t("export.aiLabelHint")}
        placeholder={t("export.aiLabelExample")}
        value={choices.label}
        onChange={(label) => change({ label })}
      />
    </>
  );
}

function PdfOptions({ choices, change }: OptionsProps) {
  const { t } = useTranslation("transfer");
  return (
    <>
      <Segmented<PageSize>
        label={t("export.page")}
        value={choices.page}
        onChange={(page) => change({ page })}
        options={(["a5", "b6", "a4"] as const).map((value) => ({ value, label: t(`export.pages.${value}`) }))}
      />
      <Checkbox
        label={t("export.perVolume")}
        description={t("export.perVolumeHint")}
        checked={choices.perVolume}
        onChange={(perVolume) => change({ perVolume })}
      />
    </>
  );
}

function Numbers({ choices, change }: OptionsProps) {
  const { t } = useTranslation("transfer");
  return (
    <Checkbox
      label={t("export.numbers")}
      description={t("export.numbersHint")}
      checked={choices.numbers}
      onChange={(numbers) => change({ numbers })}
    />
  );
}

function CoverField({ cover, setCover }: OptionsProps) {
  const { t } = useTranslation("transfer");
  const ids = useFieldIds(undefined, undefined);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field optional plainLabel label={t("export.cover")} ids={ids}>
      <div className="flex min-w-0 items-center gap-3">
        {cover !== null && <span className="min-w-0 truncate text-sm text-subtle">{cover.name}</span>}
        <Button size="sm" icon={ImagePlus} onClick={() => input.current?.click()}>
          {t("export.chooseCover")}
        </Button>
        {cover !== null && (
          <Button size="sm" icon={X} onClick={() => setCover(null)}>
            {t("export.noCover")}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png"
          hidden
          aria-hidden
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = "";
            if (file !== undefined) void readCover(file).then(setCover);
          }}
        />
      </div>
    </Field>
  );
}
