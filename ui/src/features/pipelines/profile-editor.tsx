// A profile that is edited: its steps as forms or its JSON, both of one draft, with its faults as it changes.
import { Save } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { pressed } from "@/commands/keys";
import { Button } from "@/components/button";
import { isDialogOpen } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import type { Fields } from "@/components/input-shape";
import { LoadingState } from "@/components/loading-state";
import { PlainTextEditor } from "@/components/plain-text-editor";
import { Segmented } from "@/components/segmented";
import { openDialog, useDesk } from "@/desk/desk";
import { useKeys } from "@/desk/shortcuts";
import { type Asked, useAsked } from "@/desk/use-asked";
import type { PlainText } from "@/editor/plain-text";
import { useAnswer } from "@/ipc/queries";
import type { ProfilePlace, ProfileView, WorkflowFault } from "@/ipc/types";
import { save } from "./acts";
import { lineOf, placeOf, profileIn, stepsIn, textOf } from "./draft";
import { FaultList } from "./fault-list";
import { NotesUnread } from "./notes-unread";
import { change, leaving, undo, useProfiles } from "./state";
import { StepForms } from "./step-forms";
import { useStepName } from "./step-name";

interface ProfileEditorProps {
  name: string;
  text: string;
  /** Where the profile is stored. */
  from: ProfilePlace;
}

export function ProfileEditor({ name, text, from }: ProfileEditorProps) {
  const { t } = useTranslation("pipelines");
  const view = useProfiles((state) => state.view);
  /** The line that the JSON begins with; of the caret where it was left, if null. */
  const [line, setLine] = useState<number | null>(null);
  const [shownFault, setShownFault] = useState<WorkflowFault | null>(null);
  // The forms begin without it when they are shown again.
  useEffect(() => {
    if (view === "json") setShownFault(null);
  }, [view]);
  const id = useId();
  const check = useAsked("pipeline.validate", { text });
  const faults = check.answer?.errors ?? [];
  const toJson = (at: number) => {
    setLine(at);
    useProfiles.setState({ view: "json" });
  };
  const goTo = (fault: WorkflowFault) => {
    if (view === "json" || profileIn(text) === null) toJson(fault.line);
    else setShownFault({ ...fault });
  };
  const whereOf = useWhere(view === "steps" ? profileIn(text) : null);
  useUndoKeys(view === "steps");
  const saving = useSaving(text, from, check);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields inside
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={saving.onKeyDown}>
      {view === "json" ? (
        <AsJson {...{ name, text, faults, line }} describedBy={id} onShown={() => setLine(null)} />
      ) : (
        <AsSteps {...{ text, check, shownFault }} onJson={toJson} />
      )}
      <div
        id={id}
        className="flex max-h-40 shrink-0 flex-col gap-1 overflow-y-auto border-t border-line px-3 py-1.5"
      >
        <p role="status" className="text-xs text-subtle">
          {check.answer === undefined
            ? t("checking")
            : faults.length === 0
              ? t("valid")
              : t("faulty", { n: faults.length })}
        </p>
        {check.answer?.profile != null && <NotesUnread profile={check.answer.profile} />}
        {faults.length > 0 && <FaultList faults={faults} whereOf={whereOf} onGo={goTo} />}
      </div>
      <Footer {...{ name, text, saving }} canTry={check.settled && faults.length === 0} />
    </div>
  );
}

interface AsJsonProps {
  name: string;
  text: string;
  faults: readonly WorkflowFault[];
  /** The line to go to. */
  line: number | null;
  describedBy: string;
  /** Called when that line is shown. */
  onShown: () => void;
}

function AsJson({ name, text, faults, line, describedBy, onShown }: AsJsonProps) {
  const { t, i18n } = useTranslation("pipelines");
  const editor = useRef<PlainText | null>(null);
  const shown = useRef(onShown);
  shown.current = onShown;
  useEffect(() => {
    if (line === null) return;
    editor.current?.goToLine(line);
    shown.current();
  }, [line]);
  return (
    <PlainTextEditor
      text={text}
      label={t("editor", { name })}
      describedBy={describedBy}
      lang={i18n.language}
      readOnly={false}
      faults={faults.map((fault) => fault.line)}
      editor={editor}
      onEdit={(next) => change(next, "json")}
    />
  );
}

interface AsStepsProps {
  text: string;
  check: Asked<"pipeline.validate">;
  shownFault: WorkflowFault | null;
  onJson: (line: number) => void;
}

function AsSteps({ text, check, shownFault, onJson }: AsStepsProps) {
  const { t } = useTranslation("pipelines");
  const { data: forms, error, refetch } = useAnswer("pipeline.steps", {});
  const profile = profileIn(text);
  const faults = check.answer?.errors ?? [];
  const valid = useLast(check.answer?.profile ?? null);
  if (profile === null) {
    const [first] = faults;
    return (
      <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 p-6 text-sm">
        <p>{t(first === undefined || first.code === "syntax" ? "unreadable" : "noObject")}</p>
        <Button onClick={() => onJson(first?.line ?? 1)}>{t("toJson")}</Button>
      </div>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-160 p-4">
        {forms === undefined && error !== null && (
          <FailureState failure={error} onRetry={() => void refetch()} />
        )}
        {forms === undefined && error === null && <LoadingState rows={8} />}
        {forms !== undefined && (
          <StepForms
            {...{ profile, forms, faults, shownFault }}
            asking={valid?.steps.filter((step) => step.asks).map(({ step }) => step) ?? []}
            onEdit={(next, field) => change(textOf(next), field)}
            onJson={(step) => onJson(lineOf(text, step))}
          />
        )}
      </div>
    </div>
  );
}

/** Says in which step a fault is; undefined without steps. */
function useWhere(profile: Fields | null): ((fault: WorkflowFault) => string) | undefined {
  const { t } = useTranslation("pipelines");
  const { data: forms } = useAnswer("pipeline.steps", {});
  const name = useStepName(forms?.kinds ?? []);
  if (profile === null) return undefined;
  return ({ pointer }) => {
    const place = placeOf(pointer);
    const step = place === null ? undefined : stepsIn(profile, place.phase)[place.at];
    return step === undefined ? t("editing") : name(step);
  };
}

/** The last profile that was valid. */
function useLast(profile: ProfileView | null): ProfileView | null {
  const last = useRef(profile);
  last.current = profile ?? last.current;
  return last.current;
}

/** The keys that undo, wherever the focus is; in a text field they undo its typing. */
function useUndoKeys(isOn: boolean): void {
  const keys = useKeys().get("edit.undo");
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || pressed(event) !== keys || isDialogOpen()) return;
      const { target } = event;
      if (target instanceof Element && target.matches("input, textarea, [contenteditable=true]")) return;
      event.preventDefault();
      undo();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isOn, keys]);
}

interface Saving {
  to: ProfilePlace;
  setTo: (to: ProfilePlace) => void;
  busy: boolean;
  canSave: boolean;
  keep: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Saves a text without faults, by the button or the keys that save. */
function useSaving(text: string, from: ProfilePlace, check: Asked<"pipeline.validate">): Saving {
  const writable = useDesk((state) => state.project?.writable ?? false);
  const [to, setTo] = useState<ProfilePlace>(writable ? from : "machine");
  const [busy, setBusy] = useState(false);
  const keys = useKeys();
  const canSave = !busy && check.settled && check.answer?.errors.length === 0;
  const keep = () => {
    setBusy(true);
    void save(text, to).finally(() => setBusy(false));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressed(event.nativeEvent) !== keys.get("writing.save")) return;
    event.preventDefault();
    if (canSave) keep();
  };
  return { to, setTo, busy, canSave, keep, onKeyDown };
}

interface FooterProps {
  name: string;
  text: string;
  saving: Saving;
  canTry: boolean;
}

function Footer({ name, text, saving, canTry }: FooterProps) {
  const { t } = useTranslation("pipelines");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const view = useProfiles((state) => state.view);
  const { to, setTo, busy, canSave, keep } = saving;
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface px-3 py-2">
      <Segmented<ProfilePlace>
        label={t("saveTo")}
        hideLabel
        value={to}
        onChange={setTo}
        options={[
          { value: "novel", label: t("origins.novel"), disabled: !writable },
          { value: "machine", label: t("origins.machine") },
        ]}
      />
      <p className="min-w-0 flex-1 text-xs text-faint">
        {!writable ? t("readOnly") : view === "json" ? t("sameId") : ""}
      </p>
      <Button
        disabled={busy || !canTry}
        onClick={() => openDialog({ name: "try-profile", profile: "", title: name, text })}
      >
        {t("tryOut")}
      </Button>
      <Button variant="ghost" disabled={busy} onClick={() => leaving(() => undefined)}>
        {t("discard")}
      </Button>
      <Button variant="primary" icon={Save} busy={busy} disabled={!canSave} onClick={keep}>
        {t("save")}
      </Button>
    </footer>
  );
}
