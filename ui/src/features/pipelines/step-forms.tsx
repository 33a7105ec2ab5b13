// The steps of a profile that is edited: in order, each with its form, and the text in its place among them.
import { Plus } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import type { Fields } from "@/components/input-shape";
import { useLocalized } from "@/components/localized";
import { Menu } from "@/components/menu";
import type { ProfileForms, StepKindView, WorkflowFault } from "@/ipc/types";
import {
  added,
  moved,
  placeOf,
  pointerOf,
  removed,
  STEP_PHASES,
  type StepPhase,
  type StepPlace,
  stepsIn,
} from "./draft";
import { faultSentence, fieldOf } from "./fault-words";
import { ProfileForm } from "./profile-form";
import { StepRow } from "./step-row";

/** Changes the profile; `field` names the field that is typed in, null for an act that is done at once. */
export type Edit = (profile: Fields, field: string | null) => void;

interface StepFormsProps {
  profile: Fields;
  forms: ProfileForms;
  faults: readonly WorkflowFault[];
  /** The ids of the steps that would ask a model. */
  asking: readonly string[];
  /** The fault that the author wants to see. */
  shownFault: WorkflowFault | null;
  onEdit: Edit;
  /** Shows a step as JSON. */
  onJson: (step: string) => void;
}

export function StepForms(props: StepFormsProps) {
  const { profile, forms, faults, asking, shownFault, onEdit, onJson } = props;
  const { t } = useTranslation("pipelines");
  const list = useRef<HTMLDivElement>(null);
  const focus = useFocusNext(list);
  /** The JSON pointer of the unfolded step. */
  const [open, setOpen] = useState<string | null>(null);
  const faultAt = (pointer: string, label: string) => {
    const fault = faults.find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
    // A fault inside the value is about another field.
    return fault && faultSentence(t, fault, fieldOf(fault.pointer) === fieldOf(pointer) ? label : undefined);
  };
  useEffect(() => {
    if (shownFault === null) return;
    const place = placeOf(shownFault.pointer);
    if (place !== null) setOpen(pointerOf(place));
    focus(place === null ? shownFault.pointer : pointerOf(place), shownFault.pointer);
  }, [shownFault, focus]);
  const add = (phase: StepPhase, kind: StepKindView) => {
    const place = { phase, at: stepsIn(profile, phase).length };
    onEdit(added(profile, phase, kind), null);
    setOpen(pointerOf(place));
    focus(pointerOf(place));
  };
  const remove = (place: StepPlace) => {
    onEdit(removed(profile, place), null);
    setOpen(null);
    const last = stepsIn(profile, place.phase).length - 2;
    focus(last < 0 ? `/${place.phase}` : pointerOf({ ...place, at: Math.min(place.at, last) }));
  };
  const move = (place: StepPlace, by: -1 | 1) => {
    const to = { ...place, at: place.at + by };
    if (stepsIn(profile, place.phase)[to.at] === undefined) return;
    onEdit(moved(profile, place, by), null);
    if (open === pointerOf(place)) setOpen(pointerOf(to));
    else if (open === pointerOf(to)) setOpen(pointerOf(place));
    focus(pointerOf(to));
  };
  return (
    <div ref={list} className="flex flex-col gap-5">
      <ProfileForm {...{ profile, faultAt, onEdit }} />
      {STEP_PHASES.map((phase) => (
        <section key={phase} aria-label={t(`phases.${phase}`)} className="flex flex-col gap-1.5">
          <h4 className="text-xs text-faint">{t(`phases.${phase}`)}</h4>
          {stepsIn(profile, phase).length > 0 && (
            <ol className="flex flex-col gap-1">
              {stepsIn(profile, phase).map((step, at) => {
                const place = { phase, at };
                return (
                  <StepRow
                    // Steps have no identity but their place: two may have the same id, or none.
                    key={pointerOf(place)}
                    {...{ profile, step, place, forms, faults, asking, faultAt, onEdit, onJson }}
                    isOpen={open === pointerOf(place)}
                    onOpen={(opens) => setOpen(opens ? pointerOf(place) : null)}
                    onMove={(by) => move(place, by)}
                    onRemove={() => remove(place)}
                  />
                );
              })}
            </ol>
          )}
          <AddStep phase={phase} kinds={forms.kinds} onAdd={(kind) => add(phase, kind)} />
          {phase === "settled" && stepsIn(profile, phase).length > 0 && (
            <p className="text-xs text-faint">{t("settledText")}</p>
          )}
          {phase === "pre" && <TextItself />}
        </section>
      ))}
    </div>
  );
}

function TextItself() {
  const { t } = useTranslation("pipelines");
  return (
    <div className="flex flex-col gap-1.5 pt-3.5">
      <h4 className="text-xs text-faint">{t("phases.main")}</h4>
      <p className="rounded-lg border border-line bg-surface px-3 py-2 text-sm">{t("text")}</p>
    </div>
  );
}

interface AddStepProps {
  phase: StepPhase;
  kinds: readonly StepKindView[];
  onAdd: (kind: StepKindView) => void;
}

function AddStep({ phase, kinds, onAdd }: AddStepProps) {
  const { t } = useTranslation("pipelines");
  const title = useLocalized();
  return (
    <div data-pointer={`/${phase}`}>
      <Menu
        trigger={
          <Button size="sm" variant="ghost" icon={Plus}>
            {t(`addStep.${phase}`)}
          </Button>
        }
        items={kinds
          .filter(({ phases }) => phases.includes(phase))
          .map((kind) => ({
            id: kind.handler,
            label: kind.may_ask ? t("addAsks", { name: title(kind.title) }) : title(kind.title),
            hint: t(`kinds.${kind.handler}.about`),
            onSelect: () => onAdd(kind),
          }))}
      />
    </div>
  );
}

/** Focuses a part of the list after the next rendering: the first of these JSON pointers that has a field. */
function useFocusNext(list: RefObject<HTMLElement | null>) {
  const wanted = useRef<readonly string[]>([]);
  const [, setTurn] = useState(0);
  const focus = useRef((row: string, field: string = row) => {
    wanted.current = [field, row];
    setTurn((turn) => turn + 1);
  });
  useEffect(() => {
    const pointers = wanted.current;
    if (pointers.length === 0) return;
    wanted.current = [];
    for (const pointer of pointers) {
      const part = list.current?.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`);
      const field = part?.querySelector<HTMLElement>("input, textarea, button");
      if (field == null) continue;
      field.focus({ preventScroll: true });
      part?.scrollIntoView({ block: "nearest" });
      return;
    }
  });
  return focus.current;
}
