// Download servers: the author's own mirrors in order, then the public servers.
import { ArrowUp, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { TextField } from "@/components/text-field";
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { MeaningState } from "@/ipc/types";
import { hostOf, takeState } from "./state";
import { mirrorTrouble } from "./troubles";

/** Maximum number of mirrors in the backend. */
const MAX_MIRRORS = 16;

async function saveMirrors(mirrors: string[]): Promise<void> {
  takeState(await call("meaning.set", { mirrors }));
}

export function Mirrors({ state }: { state: MeaningState }) {
  const { t } = useTranslation("meaning");
  const { mirrors, public_mirrors } = state;
  const { failure, act } = useAct();
  const remove = async (address: string) => {
    const removed = await act(() => saveMirrors(mirrors.filter((one) => one !== address)));
    if (!removed) return;
    notify({
      text: t("mirrors.removed", { host: hostOf(address) }),
      action: { label: t("mirrors.undo"), onSelect: () => void attempt(() => saveMirrors(mirrors)) },
    });
  };
  const raise = (at: number) => {
    const next = [...mirrors];
    const [moved] = next.splice(at, 1);
    if (moved === undefined) return;
    next.splice(at - 1, 0, moved);
    void act(() => saveMirrors(next));
  };
  return (
    <section aria-labelledby="meaning-mirrors" className="flex flex-col gap-2">
      <div className="flex flex-col gap-0.5">
        <h2 id="meaning-mirrors" className="text-sm font-semibold">
          {t("mirrors.title")}
        </h2>
        <p className="text-xs text-faint">{t("mirrors.text")}</p>
      </div>
      <div className="flex flex-col rounded-lg border border-line">
        <ol aria-label={t("mirrors.list")} className="flex flex-col">
          {mirrors.map((address, at) => (
            <li
              key={address}
              className="flex min-w-0 items-center gap-1 border-b border-line py-1 pr-2 pl-4 text-sm"
            >
              <span className="min-w-0 flex-1 break-all select-text">{address}</span>
              {at > 0 && (
                <IconButton
                  size="sm"
                  icon={ArrowUp}
                  label={t("mirrors.up", { host: hostOf(address) })}
                  onClick={() => raise(at)}
                />
              )}
              <IconButton
                size="sm"
                icon={X}
                label={t("mirrors.remove", { host: hostOf(address) })}
                onClick={() => void remove(address)}
              />
            </li>
          ))}
          {public_mirrors.map((address) => (
            <li
              key={address}
              className="flex min-h-8 min-w-0 items-center justify-between gap-2 border-b border-line px-4 text-sm"
            >
              <span className="min-w-0 break-all text-subtle select-text">{address}</span>
              <span className="shrink-0 text-xs text-faint">{t("mirrors.builtIn")}</span>
            </li>
          ))}
        </ol>
        <AddMirror mirrors={mirrors} known={[...mirrors, ...public_mirrors]} />
      </div>
      {failure !== null && <FailureState failure={failure} />}
    </section>
  );
}

/** The backend validates an address: an invalid one stays in the field with a message. */
function AddMirror({ mirrors, known }: { mirrors: readonly string[]; known: readonly string[] }) {
  const { t } = useTranslation("meaning");
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const { busy, failure: last, act } = useAct();
  // The refused address has been edited.
  const [isOther, setIsOther] = useState(false);
  const failure = isOther ? null : last;
  const address = typed.trim().replace(/\/+$/, "");
  const trouble = failure === null ? null : mirrorTrouble(failure);
  const add = async () => {
    if (address === "" || busy) return;
    const why = known.includes(address)
      ? t("mirrors.twice")
      : mirrors.length >= MAX_MIRRORS
        ? t("mirrors.most", { n: MAX_MIRRORS })
        : null;
    setRefused(why);
    setIsOther(false);
    if (why === null && (await act(() => saveMirrors([...mirrors, address])))) setTyped("");
  };
  const error = refused ?? (trouble === null ? undefined : t(`mirrors.refusals.${trouble}`));
  return (
    <form
      className="flex flex-col gap-2 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div className="flex items-start gap-2">
        <TextField
          className="flex-1"
          label={t("mirrors.address")}
          hideLabel
          placeholder={t("mirrors.address")}
          inputMode="url"
          maxLength={500}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setRefused(null);
            setIsOther(true);
          }}
          hint={t("mirrors.hint")}
          error={error}
        />
        <Button type="submit" busy={busy} disabled={address === ""}>
          {t("mirrors.add")}
        </Button>
      </div>
      {failure !== null && trouble === null && <FailureState failure={failure} />}
    </form>
  );
}
