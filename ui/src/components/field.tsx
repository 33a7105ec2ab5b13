// The frame of a form field: label, hint, error. The control refers to them by aria-describedby.
import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "./class-names";

export interface FieldTexts {
  label: string;
  /** Hides the label visually; screen readers still read it. */
  hideLabel?: boolean | undefined;
  hint?: ReactNode;
  /** What is wrong, and what to do about it. */
  error?: string | undefined;
  /** Shows “选填” after the label. */
  optional?: boolean | undefined;
}

/** The style of a text box. */
export const boxClass =
  "w-full rounded-lg border border-line-strong bg-surface-raised text-sm text-ink transition-colors " +
  "focus-visible:border-focus-ring focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-55 " +
  "aria-invalid:border-danger";

/** Ids for a control and the texts that describe it. */
export function useFieldIds(hint: ReactNode, error: string | undefined) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(" ");
  return { id, hintId, errorId, describedBy: described === "" ? undefined : described };
}

export interface FieldProps extends FieldTexts {
  ids: ReturnType<typeof useFieldIds>;
  className?: string | undefined;
  /** For controls that are not labelable elements: the label becomes a span with the id `<id>-label`. */
  plainLabel?: boolean | undefined;
  /** Content at the right of the label, e.g. a value. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Field(props: FieldProps) {
  const { label, hideLabel, hint, error, optional, ids, className, plainLabel, aside, children } = props;
  const { t } = useTranslation("components");
  const text = (
    <>
      {label}
      {optional === true && <span className="ml-1.5 font-normal text-faint">{t("optional")}</span>}
    </>
  );
  const labelClass = cx("min-w-0 text-sm font-medium break-words text-ink", hideLabel === true && "sr-only");
  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      <div
        className={
          hideLabel === true && aside === undefined ? "contents" : "flex items-baseline justify-between gap-3"
        }
      >
        {plainLabel === true ? (
          <span id={`${ids.id}-label`} className={labelClass}>
            {text}
          </span>
        ) : (
          <label id={`${ids.id}-label`} htmlFor={ids.id} className={labelClass}>
            {text}
          </label>
        )}
        {aside}
      </div>
      {children}
      {error !== undefined && (
        <p id={ids.errorId} className="flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert size={13} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <p id={ids.hintId} className="text-xs break-words text-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
