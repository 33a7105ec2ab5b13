// The fields of a JSON Schema: text, numbers, choices, booleans, lists of words, and JSON for the rest.
import { useId } from "react";
import { Checkbox } from "./checkbox";
import { emptyValue, type InputField, type InputValue } from "./input-shape";
import { NamesField } from "./names-field";
import { NumberField } from "./number-field";
import { Select } from "./select";
import { TextArea } from "./text-area";
import { TextField } from "./text-field";

/** The words of a field. */
export interface InputWords {
  label: string;
  hint?: string | undefined;
  /** What is wrong with its value. */
  error?: string | undefined;
  /** The name of a choice; the choice itself by default. */
  choice?: ((value: string) => string) | undefined;
}

interface InputFormProps {
  fields: readonly InputField[];
  values: Readonly<Record<string, InputValue>>;
  wordsOf: (field: InputField) => InputWords;
  /** The JSON pointer of the values, to be found by. */
  pointer?: string;
  onChange: (name: string, value: InputValue) => void;
}

export function InputForm({ fields, values, wordsOf, pointer = "", onChange }: InputFormProps) {
  return fields.map((field) => (
    <div key={field.name} data-pointer={`${pointer}/${field.name}`}>
      <OneField
        field={field}
        value={values[field.name] ?? emptyValue(field)}
        words={wordsOf(field)}
        onChange={(value) => onChange(field.name, value)}
      />
    </div>
  ));
}

interface OneFieldProps {
  field: InputField;
  value: InputValue;
  words: InputWords;
  onChange: (value: InputValue) => void;
}

function OneField({ field, value, words, onChange }: OneFieldProps) {
  const { choice = (one: string) => one, ...shown } = words;
  const texts = { ...shown, optional: field.optional };
  switch (field.kind) {
    case "yes":
      return (
        <Checkbox label={texts.label} description={texts.hint} checked={value === true} onChange={onChange} />
      );
    case "words":
      return <NamesField {...texts} value={Array.isArray(value) ? value : []} onChange={onChange} />;
    case "several":
      return (
        <SeveralField
          {...shown}
          value={Array.isArray(value) ? value : []}
          options={field.choices.map((one) => ({ value: one, label: choice(one) }))}
          onChange={onChange}
        />
      );
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
          optional={field.optional && field.fallback === undefined}
          value={value === "" ? null : String(value)}
          onChange={onChange}
          options={field.choices.map((one) => ({ value: one, label: choice(one) }))}
        />
      );
    case "text":
      return <TextField {...texts} value={String(value)} onChange={onChange} />;
    case "json":
      return <TextArea {...texts} className="font-mono" value={String(value)} onChange={onChange} rows={4} />;
  }
}

interface SeveralFieldProps extends Omit<InputWords, "choice"> {
  value: readonly string[];
  options: readonly { value: string; label: string }[];
  onChange: (value: string[]) => void;
}

/** Several of a few values. They stay in the order of the options; values that are no option stay at the end. */
export function SeveralField({ label, hint, error, value, options, onChange }: SeveralFieldProps) {
  const id = useId();
  const set = (one: string, isChosen: boolean) => {
    const known = options.map((option) => option.value);
    const chosen = known.filter((other) => (other === one ? isChosen : value.includes(other)));
    onChange([...chosen, ...value.filter((other) => !known.includes(other))]);
  };
  return (
    <fieldset aria-describedby={`${id}-about`} className="flex min-w-0 flex-col gap-0.5">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            onChange={(isChosen) => set(option.value, isChosen)}
          />
        ))}
      </div>
      <p id={`${id}-about`} className={error === undefined ? "text-xs text-faint" : "text-xs text-danger"}>
        {error ?? hint}
      </p>
    </fieldset>
  );
}
