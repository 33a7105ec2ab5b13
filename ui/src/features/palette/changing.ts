// Changing the keys of commands. A press is refused, asked about, or given to the command at once; there is one such step
// at a time, and what is pressed during it does nothing else.
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from "react";
import { pressed } from "@/commands/keys";
import { handOver, wantPress } from "@/commands/recording";
import { assigned, type Fault, faultOf, holderOf, type OwnKeys } from "@/commands/shortcuts";
import { applySettings, keepSettings } from "@/desk/keep-settings";
import { keyboardNow } from "@/desk/shortcuts";

/** What is going on at a command. */
export type Step =
  /** Its new keys are waited for; some were refused. */
  | { kind: "recording"; id: string; refused: { keys: string; fault: Fault } | null }
  /** The holder has the keys: shall the command have them? */
  | { kind: "asking"; id: string; keys: string; holder: string };

export interface Changing {
  step: Step | null;
  /** The command that was changed last. */
  last: string | null;
  record: (id: string) => void;
  /** Gives a command keys, or asks first. */
  give: (id: string, keys: string) => void;
  /** Yes: the command has the keys that were asked about. */
  take: () => void;
  /** Ends the step without a change. */
  cancel: () => void;
  /** The author looks for something else. */
  leave: () => void;
}

/** Keeps the author's own keys at once. */
export function keepKeys(own: OwnKeys): void {
  applySettings({ shortcuts: own });
  void keepSettings();
}

/** Gives a command keys where no other one has them. Answers with the step that follows. */
function give(id: string, keys: string): Step | null {
  const keyboard = keyboardNow();
  const holder = holderOf(keyboard, keys);
  if (holder !== undefined && holder.id !== id) return { kind: "asking", id, keys, holder: holder.id };
  keepKeys(assigned(keyboard, id, keys));
  return null;
}

/** What a press does while new keys are waited for. Answers with the step that follows. */
function press(id: string, keys: string): Step | null {
  if (keys === "Escape") return null;
  if (keys === "Backspace" || keys === "Delete") return give(id, "");
  const fault = faultOf(keyboardNow(), keys);
  return fault === null ? give(id, keys) : { kind: "recording", id, refused: { keys, fault } };
}

/** Steps, and the command that was changed last. */
export function useChanging(): Changing {
  const [step, setStep] = useState<Step | null>(null);
  const [last, setLast] = useState<string | null>(null);
  /** The key of the press before belongs to a step that is over, and may be held still. */
  const isHeld = useRef(false);
  useEffect(() => {
    if (step?.kind !== "recording") return;
    return wantPress((keys) => setStep(press(step.id, keys)));
  }, [step]);
  usePresses(step, setStep, isHeld);
  const begin = (id: string, next: Step | null) => {
    setLast(id);
    setStep(next);
  };
  const end = () => {
    isHeld.current = true;
    setStep(null);
  };
  return {
    step,
    last,
    record: (id) => begin(id, { kind: "recording", id, refused: null }),
    give: (id, keys) => begin(id, give(id, keys)),
    take: () => {
      if (step?.kind === "asking") keepKeys(assigned(keyboardNow(), step.id, step.keys));
      end();
    },
    cancel: end,
    leave: () => {
      setLast(null);
      setStep(null);
    },
  };
}

/** Takes presses before anything else hears them, as long as a step wants them. */
function usePresses(
  step: Step | null,
  setStep: Dispatch<SetStateAction<Step | null>>,
  isHeld: RefObject<boolean>,
): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      // While an input method composes, keys belong to it.
      if (event.isComposing || event.key === "Process") return;
      if (!event.repeat) isHeld.current = false;
      const isRecording = step?.kind === "recording";
      const cancels = step?.kind === "asking" && event.key === "Escape";
      if (!isRecording && !cancels && !isHeld.current) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.repeat) return;
      isHeld.current = true;
      if (cancels) setStep(null);
      const keys = pressed(event);
      if (isRecording && keys !== null) handOver(keys);
    };
    window.addEventListener("keydown", hear, true);
    return () => window.removeEventListener("keydown", hear, true);
  }, [step, setStep, isHeld]);
}
