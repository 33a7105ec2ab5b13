// Inline confirmation before a model is removed: what is deleted, and what is not.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { sizeOf } from "@/components/figures";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { MeaningState } from "@/ipc/types";
import { nameOf } from "./answering";
import { offeredInUse, takeState } from "./state";
import { forgetWork } from "./work";

export function Removing({ state, onDone }: { state: MeaningState; onDone: () => void }) {
  const { t } = useTranslation("meaning");
  const { busy, failure, act } = useAct();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const { type } = state.model;
  if (type === "none") return null;
  const remove = async () => {
    const done = await act(async () => takeState(await call("meaning.remove", {})));
    if (!done) return;
    forgetWork();
    onDone();
  };
  return (
    <fieldset className="flex flex-col gap-2 rounded-md border border-line bg-surface-raised px-3 py-2.5">
      <legend className="sr-only">{t("removing.title", { name: nameOf(state) })}</legend>
      <p aria-hidden className="text-sm font-medium break-words">
        {t("removing.title", { name: nameOf(state) })}
      </p>
      <p className="text-sm break-words text-subtle">
        {t(`removing.${type}`, { size: sizeOf(offeredInUse(state)?.bytes_present ?? 0) })}
      </p>
      {failure !== null && <FailureState failure={failure} />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="danger" busy={busy} onClick={() => void remove()}>
          {t("removing.confirm")}
        </Button>
        <Button ref={cancel} size="sm" disabled={busy} onClick={onDone}>
          {t("cancel", { ns: "components" })}
        </Button>
      </div>
    </fieldset>
  );
}
