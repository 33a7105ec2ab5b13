// A backend failure in the author's language: what happened, what is safe, what to do.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "./error-state";
import { zhFailures } from "./failure-words";

/** The fields of a backend failure. */
export interface FailureLike {
  code: string;
  message: string;
  hint: string;
  details?: unknown;
}

/** Whether a failure code has its own words. */
export function isKnownFailure(code: string): boolean {
  return code in zhFailures;
}

/** Returns the words for a failure. */
export function useFailureWords(): (failure: FailureLike) => { title: string; safe: string; todo: string } {
  const { t } = useTranslation("components");
  return ({ code, details }) => {
    const known = isKnownFailure(code) ? code : "internal";
    const word = (part: string) => t(`failures.${known}.${part}`, { ...(details as object | null) });
    return { title: word("title"), safe: word("safe"), todo: word("todo") };
  };
}

export function FailureState({
  failure,
  title,
  safe,
  todo,
  onRetry,
  actions,
}: {
  failure: FailureLike;
  /** What happened, where more is known than the code says. */
  title?: string | undefined;
  /** What is safe and what to do, where the words of the code do not fit. */
  safe?: string | undefined;
  todo?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** Further acts beside "try again". */
  actions?: ReactNode;
}) {
  const words = useFailureWords()(failure);
  const details = [
    failure.message,
    failure.hint,
    failure.details == null ? "" : JSON.stringify(failure.details),
  ];
  return (
    <ErrorState
      title={title ?? words.title}
      safe={safe ?? words.safe}
      todo={todo ?? words.todo}
      code={failure.code}
      details={details.filter((line) => line !== "").join("\n")}
      onRetry={onRetry}
      actions={actions}
    />
  );
}
