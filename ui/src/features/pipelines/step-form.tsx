// The form of a step: what its kind does, the fields of its schema, and what all steps have.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Disclosure } from "@/components/disclosure";
import { InputForm, SeveralField } from "@/components/input-form";
import {
  type Fields,
  fieldsIn,
  type InputField,
  type InputValue,
  inputFields,
  type Json,
  jsonOf,
  valueIn,
  wordsIn,
} from "@/components/input-shape";
import { localized } from "@/components/localized";
import { NumberField } from "@/components/number-field";
import { TextField } from "@/components/text-field";
import { changed, pointerOf, renamed, shownIn, stepsIn, stringIn, wordsOf } from "./draft";
import type { StepRowProps } from "./step-row";

/** The fields of a value that have a form; the others stay in the JSON. */
const OF_VALUE: readonly string[] = ["name", "subject", "visibility", "surface"];

/** What a value is about when it does not say. */
const USUAL_SUBJECT = "scene";

const withUsual = (field: InputField): InputField =>
  field.name === "subject" ? { ...field, fallback: USUAL_SUBJECT } : field;

/** A condition as an example. */
const EXAMPLE = "{{nodes.check.output.weight}} > 0";

interface StepFormProps extends StepRowProps {
  nameOf: (step: Fields) => string;
}

export function StepForm(props: StepFormProps) {
  const { step, place, forms, nameOf } = props;
  const { t } = useTranslation("pipelines");
  const put = usePut(props);
  const kind = forms.kinds.find(({ handler }) => handler === step.handler);
  return (
    <div className="flex flex-col gap-4">
      {kind === undefined ? (
        <p className="text-sm text-danger">{nameOf(step)}</p>
      ) : (
        <p className="text-sm text-subtle">{t(`kinds.${kind.handler}.about`)}</p>
      )}
      {kind !== undefined && (
        <SchemaForm
          {...props}
          path={["params"]}
          schema={kind.params}
          wordsAt={(field) => `kinds.${kind.handler}.${field}`}
        />
      )}
      {place.phase === "pre" && (
        <Checkbox
          label={t("step.required")}
          description={t("step.requiredText")}
          checked={step.required !== false}
          onChange={(isRequired) => put(["required"], isRequired ? undefined : false)}
        />
      )}
      <Waits {...props} />
      {step.writes !== undefined && (
        <fieldset className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-3">
          <legend className="px-1 text-sm font-medium">{t("value.label")}</legend>
          <SchemaForm
            {...props}
            path={["writes"]}
            schema={forms.writes}
            only={OF_VALUE}
            wordsAt={(field) => `value.${field}`}
          />
        </fieldset>
      )}
      <More {...props} />
    </div>
  );
}

/** What few steps need: a name of its own, a condition, a limit of time, and the way to the JSON. */
function More(props: StepFormProps) {
  const { step, place, forms, faultAt, onJson } = props;
  const { t, i18n } = useTranslation("pipelines");
  const put = usePut(props);
  const at = pointerOf(place);
  const kind = forms.kinds.find(({ handler }) => handler === step.handler);
  const title = wordsOf(step.title);
  const isShown = ["title", "when", "timeout_s"].some(
    (name) => step[name] !== undefined || faultAt(`${at}/${name}`, name) !== undefined,
  );
  return (
    <Disclosure title={t("step.more")} begins={isShown ? "open" : "folded"}>
      <div className="flex flex-col gap-4 pl-4.5">
        <div data-pointer={`${at}/title`}>
          <TextField
            label={t("step.title")}
            hint={kind && t("step.titleText", { name: localized(kind.title, i18n.language) })}
            optional
            {...shownIn(title, i18n.language)}
            error={faultAt(`${at}/title`, t("step.title"))}
            onChange={(next) => put(["title"], renamed(title, i18n.language, next), true)}
          />
        </div>
        <div data-pointer={`${at}/when`}>
          <TextField
            label={t("step.when")}
            hint={t("step.whenText", { example: EXAMPLE })}
            optional
            value={stringIn(step.when)}
            error={faultAt(`${at}/when`, t("step.when"))}
            onChange={(next) => put(["when"], next === "" ? undefined : next, true)}
          />
        </div>
        <div data-pointer={`${at}/timeout_s`}>
          <NumberField
            className="w-60 max-w-full"
            label={t("step.timeout")}
            optional
            value={typeof step.timeout_s === "number" ? step.timeout_s : null}
            min={1}
            max={86_400}
            error={faultAt(`${at}/timeout_s`, t("step.timeout"))}
            onChange={(next) => put(["timeout_s"], next ?? undefined, true)}
          />
        </div>
        <Button size="sm" variant="ghost" className="self-start" onClick={() => onJson(stringIn(step.id))}>
          {t("step.rest")}
        </Button>
      </div>
    </Disclosure>
  );
}

/** Puts a value at a place in the step; `isTyped` for what comes letter by letter. */
function usePut({ profile, place, onEdit }: StepRowProps) {
  return (path: readonly string[], value: Json | undefined, isTyped = false) => {
    const field = isTyped ? `${pointerOf(place)}/${path.join("/")}` : null;
    onEdit(changed(profile, [place.phase, place.at, ...path], value), field);
  };
}

/** The steps of the same phase that this one waits for: those above it, and any other that it names. */
function Waits(props: StepFormProps) {
  const { profile, step, place, faultAt, nameOf } = props;
  const { t } = useTranslation("pipelines");
  const put = usePut(props);
  const waits = wordsIn(step.depends_on);
  const options = stepsIn(profile, place.phase)
    .filter((other, at) => {
      const id = stringIn(other.id);
      return id !== "" && at !== place.at && (at < place.at || waits.includes(id));
    })
    .map((other) => ({ value: stringIn(other.id), label: nameOf(other) }));
  const error = faultAt(`${pointerOf(place)}/depends_on`, t("step.waits"));
  if (options.length === 0 && error === undefined) return null;
  return (
    <div data-pointer={`${pointerOf(place)}/depends_on`}>
      <SeveralField
        label={t("step.waits")}
        hint={t("step.waitsText")}
        error={error}
        value={waits}
        options={options}
        onChange={(next) => put(["depends_on"], next.length > 0 ? next : undefined)}
      />
    </div>
  );
}

interface SchemaFormProps extends StepRowProps {
  /** Where the values are in the step. */
  path: readonly string[];
  schema: Json;
  /** The fields to show; all by default. */
  only?: readonly string[];
  /** The key of the words of a field. */
  wordsAt: (field: string) => string;
}

/** The fields of a schema. What has no field is edited as JSON. */
function SchemaForm({ path, schema, only, wordsAt, ...props }: SchemaFormProps) {
  const { step, place, faultAt } = props;
  const { t } = useTranslation("pipelines");
  const put = usePut(props);
  const all = inputFields(schema).filter(({ kind }) => kind !== "json");
  const fields = only === undefined ? all : all.filter(({ name }) => only.includes(name)).map(withUsual);
  const written = path.reduce<Fields>((part, name) => fieldsIn(part[name]), step);
  const values = Object.fromEntries(fields.map((field) => [field.name, valueIn(field, written[field.name])]));
  const onChange = (field: InputField, value: InputValue) => {
    const { json } = jsonOf(field, value) ?? {};
    // Nothing ticked is another value than an absent field.
    const next = json ?? (field.kind === "several" && field.fallback !== undefined ? [] : undefined);
    const isUsual = JSON.stringify(next) === JSON.stringify(field.fallback);
    put([...path, field.name], isUsual ? undefined : next, field.kind === "text" || field.kind === "number");
  };
  if (fields.length === 0) return null;
  return (
    <InputForm
      fields={fields}
      values={values}
      pointer={`${pointerOf(place)}/${path.join("/")}`}
      wordsOf={({ name, about }) => {
        const label = t(`${wordsAt(name)}.label`, { defaultValue: name });
        return {
          label,
          hint: t(`${wordsAt(name)}.hint`, { defaultValue: only === undefined ? about : "" }) || undefined,
          error: faultAt(`${pointerOf(place)}/${[...path, name].join("/")}`, label),
          choice: (one) => t(`${wordsAt(name)}.choices.${one}`, { defaultValue: one }),
        };
      }}
      onChange={(name, value) => {
        const field = fields.find((one) => one.name === name);
        if (field !== undefined) onChange(field, value);
      }}
    />
  );
}
