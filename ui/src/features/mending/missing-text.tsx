// A scene whose text cannot be read: the author chooses a file that has it, or pastes it.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { useFailureWords } from "@/components/failure-state";
import { TextArea } from "@/components/text-area";
import { useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import type { MendSessionId, MissingText as Missing } from "@/ipc/types";
import { isOtherText, supplyFile, supplyText } from "./by-hand";

export function MissingText({ session, missing }: { session: MendSessionId; missing: Missing }) {
  const { t } = useTranslation("mending");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { busy, failure, act } = useAct();
  const words = useFailureWords();
  const [text, setText] = useState("");
  const { scene, round } = missing;
  const error = () => {
    if (failure === null) return undefined;
    if (isOtherText(failure)) return t("missing.other");
    const { title, todo } = words(failure);
    return `${title} ${todo}`;
  };
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-2">
      <p className="text-sm break-words text-warning">
        {round === 0 ? t("missing.text") : t("missing.ofRound", { n: round })}
      </p>
      {writable ? (
        <>
          <TextArea
            label={t("missing.paste")}
            rows={3}
            maxRows={8}
            value={text}
            onChange={setText}
            error={error()}
          />
          <div className="flex flex-wrap gap-1.5">
            <Button
              size="sm"
              busy={busy}
              disabled={text.trim() === ""}
              onClick={() => void act(() => supplyText(session, scene, text))}
            >
              {t("missing.do")}
            </Button>
            <Button size="sm" busy={busy} onClick={() => void act(() => supplyFile(session, scene))}>
              {t("missing.file")}
            </Button>
          </div>
        </>
      ) : (
        <p className="text-xs break-words text-subtle">{t("missing.readOnly")}</p>
      )}
    </div>
  );
}
