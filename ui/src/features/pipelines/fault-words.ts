// What is wrong with a profile, as a sentence in the language of the window.
import type { TFunction } from "i18next";
import type { WorkflowFault, WorkflowFaultCode } from "@/ipc/types";

/**
 * The sentences of a code, each for messages of a form; the groups of the form are its names. Other messages get the
 * sentence of the code. `sample-faults.json` has the messages of the host.
 */
const SENTENCES: Partial<Record<WorkflowFaultCode, readonly [form: RegExp, sentence: string][]>> = {
  syntax: [
    [/expected (?<names>`.`(?: or `.`)*)/, "syntax_expected"],
    [/trailing comma/, "syntax_comma"],
    [/trailing characters/, "syntax_more"],
    [/key must be a string/, "syntax_key"],
    [/expected value/, "syntax_value"],
    [/control character/, "syntax_control"],
    [/EOF/, "syntax_unfinished"],
  ],
  wrong_type: [
    [/^`[^`]+`: (?<types>[\w ]+) is expected here/, "wrong_type"],
    [/^(?<types>[\w ]+) is expected here/, "wrong_whole"],
  ],
  bad_value: [
    [/is not one of (?<choices>.+)$/, "not_one_of"],
    [/at most 64 lower-case letters/, "bad_name"],
    [/`panel:NAME`/, "bad_surface"],
    [/less than the minimum of (?<least>\S+)/, "too_small"],
    [/greater than the maximum of (?<most>\S+)/, "too_large"],
  ],
  too_many: [
    [/has (?<n>\d+) steps; the maximum is (?<most>\d+)/, "too_many_steps"],
    [/has (?<n>\d+) bytes; the maximum is (?<most>\d+)/, "too_long"],
  ],
  duplicate_node: [[/the id `(?<name>[^`]+)`/, "duplicate_node"]],
  unknown_handler: [
    [/^`(?<name>[^`]+)` is no step for `(?<phase>\w+)`/, "wrong_phase"],
    [/there is no (?:handler )?`(?<name>[^`]+)`/, "unknown_handler"],
  ],
  unknown_workflow: [[/`(?<name>[^`]+)`/, "unknown_workflow"]],
  bad_dependency: [
    [/there is no step `(?<name>[^`]+)`/, "unknown_step"],
    [/^`(?<name>[^`]+)` appears twice/, "twice"],
  ],
  cycle: [
    [/for example (?<path>.+)$/, "cycle"],
    [/wait for each other: (?<path>.+)$/, "cycle"],
  ],
  bad_reference: [
    [/^`(?<name>.+)` is not a reference/, "not_reference"],
    [/there is no step `(?<name>[^`]+)`/, "unknown_step"],
    [/^`(?<name>[^`]+)` is not before `(?<other>[^`]+)`/, "not_before"],
  ],
  bad_condition: [
    [/^`(?<name>.+)` is not expected here/, "condition_sign"],
    [/^`(?<name>.+)` is not a value/, "condition_value"],
    [/^`(?<name>.+)` is not a reference/, "not_reference"],
    [/missing at the end/, "condition_end"],
    [/`\)` is missing/, "condition_bracket"],
    [/without its closing/, "condition_quote"],
  ],
  bad_params: [
    [/it takes none$/, "no_params"],
    [/there is no (?<names>`.+`); there are (?<known>.+)$/, "unknown_params"],
    [/: .+/, "bad_param"],
  ],
  shipped_id: [[/^(?<name>\w+) is the id/, "shipped_id"]],
  two_writers: [[/^`(?<name>[^`]+)` is (?:already )?written by `(?<other>[^`]+)`/, "two_writers"]],
};

/** The last name in a JSON pointer; numbers are items of a list. */
export function fieldOf(pointer: string): string {
  const names = pointer.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  return (names.at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The sentence of a fault; `field` is the name of the field where the author knows it by another one. */
export function faultSentence(t: TFunction<"pipelines">, fault: WorkflowFault, field?: string): string {
  const { code, message, pointer } = fault;
  const nearest = /; did you mean `([^`]+)`\?/.exec(message);
  const about = nearest === null ? message : message.slice(0, nearest.index);
  const [groups, sentence] = found(code, about);
  const named = (text: string | undefined) =>
    [...(text ?? "").matchAll(/`([^`]+)`/g)]
      .map(([, name = ""]) => t("faultQuoted", { name }))
      .join(t("between"));
  const what = t(`faults.${sentence}`, {
    ...groups,
    field: field ?? fieldOf(pointer),
    names: named(groups.names),
    known: named(groups.known),
    choices: choicesIn(groups.choices).join(t("between")),
    types: (groups.types ?? "")
      .split(" or ")
      .map((type) => t(`types.${type}`, { defaultValue: type }))
      .join(t("between")),
    phase: groups.phase === undefined ? "" : t(`phases.${groups.phase}`),
    n: Number(groups.n),
    least: Number(groups.least),
    most: Number(groups.most),
  });
  return nearest === null ? what : t("faultNearest", { what, name: nearest[1] });
}

function found(code: WorkflowFaultCode, message: string): [Record<string, string | undefined>, string] {
  for (const [form, sentence] of SENTENCES[code] ?? []) {
    const match = form.exec(message);
    if (match !== null) return [match.groups ?? {}, sentence];
  }
  return [{}, code];
}

/** Choices as the host lists them: JSON values with commas between. */
function choicesIn(listed: string | undefined): string[] {
  try {
    return (JSON.parse(`[${listed ?? ""}]`) as unknown[]).map(String);
  } catch {
    return [listed ?? ""];
  }
}
