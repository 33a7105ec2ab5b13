// Why a step failed: what to do, in the author's words if known, and the program's message on request.
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { isKnownFailure, useFailureWords } from "@/components/failure-state";
import type { NodeRun } from "@/ipc/types";

type Trouble = NonNullable<NodeRun["trouble"]>;

/** Whether the answer itself was unusable: the connection to the model is fine. */
function isOfAnswer({ class: kind }: Trouble): boolean {
  return kind === "invalid_output" || kind === "refused";
}

export function TroubleDetail({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation("components");
  const words = useFailureWords();
  const { code, message } = trouble;
  const failure = (known: string) => words({ code: known, message, hint: "" });
  const known = code != null && isKnownFailure(code) ? failure(code) : null;
  const advice = isOfAnswer(trouble)
    ? failure("answer_unusable").todo
    : known !== null && `${known.title} · ${known.todo}`;
  return (
    <>
      {advice !== false && <p className="text-sm break-words select-text">{advice}</p>}
      <Disclosure title={t("error.details")}>
        <p className="max-w-full text-xs break-words text-subtle select-text">{message}</p>
        {code != null && <p className="font-mono text-xs break-all text-faint select-text">{code}</p>}
      </Disclosure>
    </>
  );
}
