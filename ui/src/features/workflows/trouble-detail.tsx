// Why a step did not do its work: in the author's words where they are known, then as the program said it.
import { isKnownFailure, useFailureWords } from "@/components/failure-state";
import type { NodeRun } from "@/ipc/types";

export function TroubleDetail({ trouble }: { trouble: NonNullable<NodeRun["trouble"]> }) {
  const words = useFailureWords();
  const { code, message } = trouble;
  const known = code != null && isKnownFailure(code) ? words({ code, message, hint: "" }) : null;
  return (
    <>
      {known !== null && (
        <p className="text-sm break-words select-text">
          {known.title} · {known.todo}
        </p>
      )}
      <p className="max-w-full text-xs break-words text-subtle select-text">{message}</p>
      {code != null && <p className="font-mono text-xs break-all text-faint select-text">{code}</p>}
    </>
  );
}
