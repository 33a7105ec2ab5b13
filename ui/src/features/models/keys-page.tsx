// Key storage, its security, and the passphrase field while the key file is locked.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { RadioGroup } from "@/components/radio-group";
import { TextField } from "@/components/text-field";
import { useAct } from "@/desk/use-act";
import type { KeyPlace, KeysView, Providers } from "@/ipc/types";
import { setKeyPlace, unlock } from "./acts";
import { Trouble } from "./trouble";

const PLACES: readonly KeyPlace[] = ["keychain", "file", "memory"];
const SHORTEST = 8;

export function KeysPage({ setUp }: { setUp: Providers }) {
  const { t } = useTranslation("models");
  const { keys, providers } = setUp;
  const [chosenPlace, setChosenPlace] = useState<KeyPlace>(keys.place);
  const locked = keys.place === "file" && !keys.ready;
  const some = providers.some(({ key }) => key.set);
  return (
    <div className="flex max-w-140 flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 className="text-base font-semibold">{t("keys.title")}</h2>
        <p className="text-sm break-words text-subtle">{t("keys.text")}</p>
      </div>
      {locked ? (
        <UnlockForm />
      ) : (
        keys.trouble !== null && chosenPlace === keys.place && <Trouble failure={keys.trouble} />
      )}
      <RadioGroup<KeyPlace>
        label={t("keys.place")}
        value={chosenPlace}
        onChange={setChosenPlace}
        options={PLACES.map((value) => ({
          value,
          label: t(value === keys.place ? "keys.now" : "keys.other", {
            place: t(`keys.places.${value}.label`),
          }),
          description: t(`keys.places.${value}.text`),
        }))}
      />
      {chosenPlace !== keys.place && (
        <PlaceForm
          key={chosenPlace}
          keys={keys}
          wanted={chosenPlace}
          some={some}
          onCancel={() => setChosenPlace(keys.place)}
        />
      )}
    </div>
  );
}

/** The passphrase of an existing file. */
function UnlockForm() {
  const { t } = useTranslation("models");
  const [typed, setTyped] = useState("");
  const { busy, failure, act } = useAct();
  return (
    <form
      className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === "" || busy) return;
        void act(() => unlock(typed)).then((done) => done && setTyped(""));
      }}
    >
      <p className="text-sm break-words">{t("keys.lockedText")}</p>
      <div className="flex items-end gap-2">
        <TextField
          type="password"
          autoComplete="current-password"
          className="flex-1"
          label={t("keys.passphrase")}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" variant="primary" busy={busy} disabled={typed === ""}>
          {t("keys.unlock")}
        </Button>
      </div>
      <Trouble failure={failure} />
    </form>
  );
}

interface PlaceFormProps {
  keys: KeysView;
  wanted: KeyPlace;
  /** Whether there are keys that stay behind. */
  some: boolean;
  onCancel: () => void;
}

/** What another storage needs: a passphrase typed twice for a new file, the existing one for an existing file. */
function PlaceForm({ keys, wanted, some, onCancel }: PlaceFormProps) {
  const { t } = useTranslation("models");
  const [typed, setTyped] = useState("");
  const [again, setAgain] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const { busy, failure, act } = useAct();
  const isFile = wanted === "file";
  const isNew = isFile && !keys.file_exists;
  const short = isFile && typed.length < SHORTEST;
  const differs = isNew && typed !== again;
  const submit = () => {
    setSubmitted(true);
    if (short || differs || busy) return;
    void act(() => setKeyPlace(wanted, isFile ? typed : null));
  };
  return (
    <form
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isFile && (
        <>
          <TextField
            type="password"
            autoComplete={isNew ? "new-password" : "current-password"}
            label={t(isNew ? "keys.newPassphrase" : "keys.passphrase")}
            hint={t(isNew ? "keys.newPassphraseHint" : "keys.fileThere")}
            value={typed}
            onChange={setTyped}
            error={submitted && short ? t("refusals.short_passphrase") : undefined}
          />
          {isNew && (
            <TextField
              type="password"
              autoComplete="new-password"
              label={t("keys.again")}
              value={again}
              onChange={setAgain}
              error={submitted && differs ? t("keys.differs") : undefined}
            />
          )}
        </>
      )}
      {some && <p className="text-sm break-words text-subtle">{t("keys.stay")}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t("keys.submit", { place: t(`keys.places.${wanted}.label`) })}
        </Button>
        <Button onClick={onCancel}>{t("components:cancel")}</Button>
      </div>
      <Trouble failure={failure} />
    </form>
  );
}
