// A step of a profile that is edited: its line, and below it the form of its kind.
import { ArrowDown, ArrowUp, ChevronRight, Trash2 } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { cx } from "@/components/class-names";
import { IconButton } from "@/components/icon-button";
import type { Fields } from "@/components/input-shape";
import type { ProfileForms, WorkflowFault } from "@/ipc/types";
import { pointerOf, type StepPlace, stepsIn, stringIn } from "./draft";
import { StepForm } from "./step-form";
import type { Edit } from "./step-forms";
import { useStepName } from "./step-name";

export interface StepRowProps {
  profile: Fields;
  step: Fields;
  place: StepPlace;
  forms: ProfileForms;
  faults: readonly WorkflowFault[];
  /** The ids of the steps that would ask a model. */
  asking: readonly string[];
  faultAt: (pointer: string, label: string) => string | undefined;
  onEdit: Edit;
  onJson: (step: string) => void;
}

interface RowProps extends StepRowProps {
  isOpen: boolean;
  onOpen: (opens: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

export function StepRow({ isOpen, onOpen, onMove, onRemove, ...form }: RowProps) {
  const { profile, step, place, forms, faults, asking } = form;
  const { t } = useTranslation("pipelines");
  const name = useStepName(forms.kinds);
  const id = useId();
  const pointer = pointerOf(place);
  const own = faults.filter((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`));
  const isLast = place.at === stepsIn(profile, place.phase).length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (by === null || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(by);
  };
  return (
    <li
      data-pointer={pointer}
      className={cx(
        "flex min-w-0 flex-col rounded-lg border bg-surface",
        own.length > 0 ? "border-danger" : "border-line",
      )}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside */}
      <div className="flex min-w-0 items-center gap-0.5 pr-1.5" onKeyDown={onKeyDown}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => onOpen(!isOpen)}
          className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-1.5 rounded-lg px-2 py-1 text-left text-sm -outline-offset-2 hover:text-accent"
        >
          <ChevronRight
            size={14}
            strokeWidth={2}
            aria-hidden
            className={cx(
              "shrink-0 text-faint transition-transform motion-reduce:transition-none",
              isOpen && "rotate-90",
            )}
          />
          <span className="min-w-0 break-words">{name(step)}</span>
          {asking.includes(stringIn(step.id)) && <Badge tone="accent">{t("asks")}</Badge>}
          {place.phase === "pre" && step.required === false && (
            <span className="text-xs text-faint">{t("optional")}</span>
          )}
          {own.length > 0 && <Badge tone="danger">{t("step.faulty", { n: own.length })}</Badge>}
        </button>
        <IconButton
          size="sm"
          icon={ArrowUp}
          label={t("step.up")}
          shortcut="Alt+Up"
          disabled={place.at === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="sm"
          icon={ArrowDown}
          label={t("step.down")}
          shortcut="Alt+Down"
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton size="sm" icon={Trash2} label={t("step.remove")} danger onClick={onRemove} />
      </div>
      {isOpen && (
        <div id={id} className="border-t border-line px-3 py-3">
          <StepForm {...form} nameOf={name} />
        </div>
      )}
    </li>
  );
}
