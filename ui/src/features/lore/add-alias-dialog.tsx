// The `add-alias` dialog: chooses the owner of an alias. A click adds it.
import { type RefObject, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { TextField } from "@/components/text-field";
import { closeDialog, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { KnownNames } from "@/ipc/types";
import { addAlias } from "./acts";
import { type Candidate, candidates, matching } from "./candidates";
import { NamedPicker } from "./named-picker";
import { Trouble } from "./trouble";

export function AddAliasDialog() {
  const dialog = useDesk((state) => (state.dialog?.name === "add-alias" ? state.dialog : null));
  return dialog === null ? null : <AddAlias alias={dialog.alias} onClose={closeDialog} />;
}

interface AddAliasProps {
  alias: string;
  onClose: () => void;
  /** The alias was added. */
  onDone?: (() => void) | undefined;
}

/** The dialog itself, for use inside other dialogs. */
function AddAlias({ alias: given, onClose, onDone }: AddAliasProps) {
  const { t } = useTranslation("lore");
  const known = useAnswer("mentions.names", {});
  const [alias, setAlias] = useState(given);
  const filter = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      initialFocus={filter}
      onClose={onClose}
      title={t("alias.title")}
      description={t("alias.text")}
      footer={<Button onClick={onClose}>{t("components:cancel")}</Button>}
    >
      <div className="flex flex-col gap-4">
        <TextField label={t("alias.name")} value={alias} onChange={setAlias} />
        {known.data !== undefined ? (
          <Bearers
            filter={filter}
            alias={alias.trim()}
            known={known.data}
            onClose={onClose}
            onDone={onDone}
          />
        ) : known.error !== null ? (
          <FailureState failure={known.error} onRetry={() => void known.refetch()} />
        ) : (
          <LoadingState rows={6} />
        )}
      </div>
    </Dialog>
  );
}

interface BearersProps {
  filter: RefObject<HTMLInputElement | null>;
  alias: string;
  known: KnownNames;
  onClose: () => void;
  onDone: (() => void) | undefined;
}

const keyOf = ({ key }: Candidate) => key;
const lineOf = ({ named: { title, kind }, others }: Candidate) => ({ title, kind, others });

function Bearers({ filter, alias, known, onClose, onDone }: BearersProps) {
  const { t, i18n } = useTranslation("lore");
  const [query, setQuery] = useState("");
  const { busy, failure, act } = useAct();
  const all = useMemo(() => candidates(known, i18n.language), [known, i18n.language]);
  const shown = useMemo(() => matching(all, query), [all, query]);

  const give = async (to: Candidate) => {
    if (alias === "" || busy) return;
    if (!(await act(() => addAlias(to.named, alias)))) return;
    onClose();
    onDone?.();
  };
  if (all.length === 0) return <EmptyState compact title={t("alias.nobody")} text={t("alias.nobodyText")} />;
  return (
    <div className="flex flex-col gap-2">
      <NamedPicker
        filterLabel={t("alias.filter")}
        onQuery={setQuery}
        label={t("alias.list")}
        entries={shown}
        idOf={keyOf}
        none={t("alias.noMatch")}
        onChoose={(candidate) => void give(candidate)}
        {...{ filter, query, lineOf, busy }}
      >
        <Trouble failure={failure} />
      </NamedPicker>
    </div>
  );
}
