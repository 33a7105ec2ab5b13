// Acts refused before anything was sent: opens whatever lets the author resolve it.
import i18next from "i18next";
import type { ToastOptions } from "@/components/toast";
import { askForSynopsis } from "@/desk/asked-synopsis";
import { type Dialog, openDialog, show } from "@/desk/desk";
import { notify } from "@/desk/notices";
import type { Failure, Generate } from "@/ipc/types";
import { say } from "./say";

/** The section of the model settings for each failure. */
const SECTIONS = {
  ceiling_reached: "ceilings",
  key_elsewhere: "providers",
  keys_locked: "keys",
  no_keychain: "keys",
} as const;

/** A detail of a failure besides its code. */
function detail(failure: Failure, name: string): string | null {
  const { details } = failure;
  if (typeof details !== "object" || details === null || Array.isArray(details)) return null;
  const value = details[name];
  return typeof value === "string" ? value : null;
}

/** The dialog that resolves a refusal; null if there is none. */
export function answerTo(failure: Failure, request: Generate): Dialog | null {
  if (failure.code === "no_model") return { name: "no-model" };
  if (failure.code === "agreement_needed") return { name: "preview-sending", request };
  if (failure.code !== "consent_needed") return null;
  const [provider, origin] = [detail(failure, "provider"), detail(failure, "origin")];
  return provider === null || origin === null ? null : { name: "consent", provider, origin, request };
}

/** The section of the model settings about a failure. */
export function sectionFor({ code }: Failure): (typeof SECTIONS)[keyof typeof SECTIONS] | null {
  return code in SECTIONS ? SECTIONS[code as keyof typeof SECTIONS] : null;
}

/** Reports a refused act; the request can be retried. */
export function tellRefused(
  failure: Failure,
  request: Generate,
  again: (request: Generate) => Promise<void>,
): void {
  if (failure.code === "stopped") return;
  const dialog = answerTo(failure, request);
  if (dialog !== null) {
    openDialog(dialog);
    return;
  }
  const words = (part: string) => i18next.t(`components:failures.${failure.code}.${part}`);
  const action = wayOut(failure, request, again);
  const isUntrusted = failure.code === "consent_needed" && detail(failure, "profile") !== null;
  const isRefused = failure.code === "step_refused";
  notify({
    tone: "danger",
    text: isUntrusted ? say("refused.untrusted") : words("title"),
    detail: isUntrusted
      ? say("refused.untrustedDetail")
      : [words("safe"), words("todo")].join(i18next.language.startsWith("zh") ? "" : " "),
    ...(action !== null && { action }),
    ...(isRefused && {
      also: { label: say("refused.completePlan"), onSelect: () => askForSynopsis(request.scene) },
    }),
  });
}

/** The notice action that leads to a fix. */
function wayOut(
  failure: Failure,
  request: Generate,
  again: (request: Generate) => Promise<void>,
): ToastOptions["action"] | null {
  const step = failure.code === "step_refused" ? detail(failure, "step") : null;
  if (step !== null) {
    const skip = [...(request.skip ?? []), step];
    return { label: say("refused.writeAnyway"), onSelect: () => void again({ ...request, skip }) };
  }
  const profile = failure.code === "consent_needed" ? detail(failure, "profile") : null;
  if (profile !== null)
    return { label: say("refused.seeProfile"), onSelect: () => show({ kind: "profiles", profile }) };
  if (failure.code === "prompt_faulty")
    return { label: say("openPrompts"), onSelect: () => show({ kind: "prompts" }) };
  const section = sectionFor(failure);
  if (section === null) return null;
  return { label: say("openModels"), onSelect: () => openDialog({ name: "models", section }) };
}
