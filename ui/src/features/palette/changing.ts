// Changing the keys of commands. A key press is refused, confirmed, or assigned at once; there is one such step at a
// time, and presses during it do nothing else.
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from "react";
import { pressed } from "@/commands/keys";
import { handOver, wantPress } from "@/commands/recording";
import { assigned, type Fault, faultOf, holderOf, type OwnKeys } from "@/commands/shortcuts";
import { applySettings, keepSettings } from "@/desk/keep-settings";
import { keyboardNow } from "@/desk/shortcuts";

/** The step in progress at a command. */
export type Step =
  /** Waiting for new keys; some were refused. */
  | { kind: "recording"; id: string; refused: { keys: string; fault: Fault } | null }
  /** Another command has the keys: reassign them? */
  | { kind: "asking"; id: string; keys: string; holder: string };

export interface Changing {
  step: Step | null;
  /** The last changed command. */
  last: string | null;
  record: (id: string) => void;
  /** Assigns keys to a command, or asks first. */
  give: (id: string, keys: string) => void;
  /** Confirms the reassignment. */
  take: () => void;
  /** Ends the step without a change. */
  cancel: () => void;
  /** The filter changed. */
  leave: () => void;
}

/** Saves the author's own keys immediately. */
export function keepKeys(own: OwnKeys): void {
  applySettings({ shortcuts: own });
  void keepSettings();
}

/** Assigns keys if no other command has them. Returns the next step. */
function give(id: string, keys: string): Step | null {
  const keyboard = keyboardNow();
  const holder = holderOf(keyboard, keys);
  if (holder !== undefined && holder.id !== id) return { kind: "asking", id, keys, holder: holder.id };
  keepKeys(assigned(keyboard, id, keys));
  return null;
}

/** Handles a press while recording. Returns the next step. */
function press(id: string, keys: string): Step | null {
  if (keys === "Escape") return null;
  if (keys === "Backspace" || keys === "Delete") return give(id, "");
  const fault = faultOf(keyboardNow(), keys);
  return fault === null ? give(id, keys) : { kind: "recording", id, refused: { keys, fault } };
}

/** The current step, and the last changed command. */
export function useChanging(): Changing {
  const [step, setStep] = useState<Step | null>(null);
  const [last, setLast] = useState<string | null>(null);
  /** The key of the previous step may still be held down. */
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

/** Captures key presses before anything else while a step needs them. */
function usePresses(
  step: Step | null,
  setStep: Dispatch<SetStateAction<Step | null>>,
  isHeld: RefObject<boolean>,
): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      // While an input method is composing, keys belong to it.
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
