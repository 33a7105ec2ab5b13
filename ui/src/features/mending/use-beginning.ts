// The state of a dialog that begins a mending: what is asked for, its price, and the act.
import { useState } from "react";
import { useAct } from "@/desk/use-act";
import { call, type Request } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { MendBy, MendPolicy, MendTarget } from "@/ipc/types";
import { begin } from "./acts";
import { useHasModel } from "./policy";
import { maxTokens } from "./say";

/** `target` is null while it is unknown; `policy` is null for the usual one. */
export function useBeginning(target: MendTarget | null, policy: MendPolicy | null) {
  const hasModel = useHasModel();
  const [chosen, setBy] = useState<MendBy | null>(null);
  const [note, setNote] = useState("");
  const [noted, setNoted] = useState("");
  const { busy, failure, act } = useAct();
  const [isNone, setNone] = useState(false);
  const by = chosen ?? (hasModel === true ? "model" : "rules");
  const requestOf = (words: string): Request<"mend.begin"> => ({
    ...(target !== null && { target }),
    by,
    ...(policy !== null && { policy }),
    ...(by === "model" && words.trim() !== "" && { note: words.trim() }),
  });
  // Until it is known whether there is a model, the price would be that of another choice.
  const price = useAnswer(
    "mend.estimate",
    target === null || (hasModel === undefined && chosen === null) ? null : requestOf(noted),
  );
  const start = () =>
    act(async () => {
      const request = requestOf(note);
      const agreed =
        note === noted && price.data !== undefined ? price.data : await call("mend.estimate", request);
      try {
        setNone(!(await begin({ ...request, agreed: maxTokens(agreed) })));
      } catch (thrown) {
        // The text or its findings changed since: the price is asked for again.
        void price.refetch();
        throw thrown;
      }
    });
  return {
    fields: { by, onBy: setBy, note, onNote: setNote, onNoted: () => setNoted(note) },
    price,
    hasModel,
    busy,
    failure,
    /** Whether a check before the beginning left nothing to mend. */
    isNone,
    canStart: price.data !== undefined && price.data.issues > 0,
    start: () => void start(),
  };
}
