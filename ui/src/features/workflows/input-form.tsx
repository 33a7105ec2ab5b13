// The input of a workflow as fields: text, numbers, choices, booleans, lists of words, and JSON for the rest.
import { useTranslation } from "react-i18next";
import { Checkbox } from "@/components/checkbox";
import { NamesField } from "@/components/names-field";
import { NumberField } from "@/components/number-field";
import { Select } from "@/components/select";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { emptyValue, type InputFault, type InputField, type InputValue } from "./input-shape";

interface InputFormProps {
  fields: readonly InputField[];
  values: Readonly<Record<string, InputValue>>;
  /** Errors by field name. */
  faults: Readonly<Record<string, InputFault>>;
  onChange: (name: string, value: InputValue) => void;
}

export function InputForm({ fields, values, faults, onChange }: InputFormProps) {
  return fields.map((field) => (
    <OneField
      key={field.name}
      field={field}
      value={values[field.name] ?? emptyValue(field)}
      fault={faults[field.name]}
      onChange={(value) => onChange(field.name, value)}
    />
  ));
}

/** Fields of shipped workflows with translated labels; others use their own name. */
const NAMED = ["words"] as const;

interface OneFieldProps {
  field: InputField;
  value: InputValue;
  fault: InputFault | undefined;
  onChange: (value: InputValue) => void;
}

function OneField({ field, value, fault, onChange }: OneFieldProps) {
  const { t } = useTranslation("workflows");
  const known = NAMED.find((name) => name === field.name);
  const texts = {
    label: known === undefined ? field.name : t(`start.fields.${known}.label`),
    hint: (known === undefined ? field.about : t(`start.fields.${known}.hint`)) || undefined,
    error: fault === undefined ? undefined : t(`start.faults.${fault}`),
    optional: field.optional,
  };
  switch (field.kind) {
    case "yes":
      return (
        <Checkbox label={texts.label} description={texts.hint} checked={value === true} onChange={onChange} />
      );
    case "words":
      return <NamesField {...texts} value={Array.isArray(value) ? value : []} onChange={onChange} />;
    case "number":
    case "whole":
      return (
        <NumberField
          {...texts}
          value={typeof value === "number" ? value : null}
          min={field.min}
          max={field.max}
          onChange={(next) => onChange(next === null || field.kind === "number" ? next : Math.round(next))}
        />
      );
    case "choice":
      return (
        <Select
          {...texts}
          value={value === "" ? null : String(value)}
          onChange={onChange}
          options={field.choices.map((choice) => ({ value: choice, label: choice }))}
        />
      );
    case "text":
      return <TextField {...texts} value={String(value)} onChange={onChange} />;
    case "json":
      return <TextArea {...texts} className="font-mono" value={String(value)} onChange={onChange} rows={4} />;
  }
}
