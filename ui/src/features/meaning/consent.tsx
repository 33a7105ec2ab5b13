// Consent before a download: what, from where, to where, and that nothing is sent.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { sizeOf } from "@/components/figures";
import type { MeaningState, OfferedModel } from "@/ipc/types";
import { hostOf } from "./state";

interface ConsentProps {
  state: MeaningState;
  model: OfferedModel;
  onAgree: () => void;
  onCancel: () => void;
}

/** Characters shown of a revision. */
const REVISION_LENGTH = 10;

export function Consent({ state, model, onAgree, onCancel }: ConsentProps) {
  const { t } = useTranslation("meaning");
  // Focus starts on the text: a key pressed twice must not give consent.
  const question = useRef<HTMLFieldSetElement>(null);
  useEffect(() => question.current?.focus(), []);
  const { repository, revision, bytes, bytes_present, presence } = model;
  const own = state.mirrors.map((address) => ({ address, isOwn: true }));
  const all = [...own, ...state.public_mirrors.map((address) => ({ address, isOwn: false }))];
  const size = sizeOf(bytes);
  const what =
    presence === "partial"
      ? t("consent.restOf", {
          repository,
          size,
          done: sizeOf(bytes_present),
          rest: sizeOf(Math.max(0, bytes - bytes_present)),
        })
      : t("consent.whatOf", { repository, revision: revision.slice(0, REVISION_LENGTH), size });
  return (
    <fieldset
      ref={question}
      tabIndex={-1}
      className="flex flex-col gap-3 rounded-md border border-line bg-surface px-3.5 py-3"
    >
      <legend className="sr-only">{t("consent.title")}</legend>
      <p aria-hidden className="text-sm font-medium">
        {t("consent.title")}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        <dt className="text-subtle">{t("consent.what")}</dt>
        <dd className="min-w-0 break-words select-text tabular-nums">{what}</dd>
        <dt className="text-subtle">{t("consent.from")}</dt>
        <dd className="flex min-w-0 flex-col gap-1">
          {all.length === 0 ? (
            <p className="text-warning">{t("consent.nowhere")}</p>
          ) : (
            <>
              <ol className="flex flex-col gap-0.5">
                {all.map(({ address, isOwn }) => (
                  <li key={address} className="flex min-w-0 flex-wrap items-center gap-2">
                    <span className="min-w-0 break-all select-text">{hostOf(address)}</span>
                    {isOwn && <Badge>{t("consent.own")}</Badge>}
                  </li>
                ))}
              </ol>
              {all.length > 1 && <p className="text-xs text-faint">{t("consent.fromText")}</p>}
            </>
          )}
        </dd>
        <dt className="text-subtle">{t("consent.where")}</dt>
        <dd className="min-w-0 break-words">{t("consent.whereText")}</dd>
      </dl>
      <p className="text-xs break-words text-subtle">{t("consent.sent")}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" disabled={all.length === 0} onClick={onAgree}>
          {t("consent.agree")}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {t("cancel", { ns: "components" })}
        </Button>
      </div>
    </fieldset>
  );
}
