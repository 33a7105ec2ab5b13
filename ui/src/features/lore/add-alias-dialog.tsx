// The `add-alias` dialog: chooses the owner of an alias. A click adds it.
import { type RefObject, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";
import { GroupedList } from "@/components/grouped-list";
import { LoadingState } from "@/components/loading-state";
import { TextField } from "@/components/text-field";
import { closeDialog, useDesk } from "@/desk/desk";
import { toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { Failure, KnownNames } from "@/ipc/types";
import { addAlias } from "./acts";
import { type Candidate, candidates, matching } from "./candidates";
import { signOf } from "./kinds";
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
export function AddAlias({ alias: given, onClose, onDone }: AddAliasProps) {
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
const noGroup = () => null;

function Bearers({ filter, alias, known, onClose, onDone }: BearersProps) {
  const { t, i18n } = useTranslation("lore");
  const [query, setQuery] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const all = useMemo(() => candidates(known, i18n.language), [known, i18n.language]);
  const shown = useMemo(() => matching(all, query), [all, query]);

  const give = async (to: Candidate | undefined) => {
    if (to === undefined || alias === "" || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await addAlias(to.named, alias);
      onClose();
      onDone?.();
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
    setBusy(false);
  };
  if (all.length === 0) return <EmptyState compact title={t("alias.nobody")} text={t("alias.nobodyText")} />;
  return (
    <div className="flex flex-col gap-2">
      <FilterField
        ref={filter}
        label={t("alias.filter")}
        value={query}
        onChange={setQuery}
        count={query.trim() === "" ? undefined : figure(shown.length)}
        size="md"
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") void give(shown[0]);
          else if (event.key === "ArrowDown")
            list.current?.querySelector<HTMLElement>('[data-stop="true"]')?.focus();
          else return;
          event.preventDefault();
        }}
      />
      <Trouble failure={failure} />
      <div ref={list} aria-busy={busy} className="-mx-1.5 flex h-64 flex-col">
        {shown.length === 0 ? (
          <EmptyState compact title={t("alias.noMatch")} />
        ) : (
          <GroupedList
            className="flex-1"
            label={t("alias.list")}
            entries={shown}
            idOf={keyOf}
            groupOf={noGroup}
            row={(candidate) => <CandidateRow candidate={candidate} />}
            onOpen={(candidate) => void give(candidate)}
          />
        )}
      </div>
    </div>
  );
}

function CandidateRow({ candidate: { named, others } }: { candidate: Candidate }) {
  const { t } = useTranslation("lore");
  const Sign = signOf(named.kind);
  return (
    <span className="flex h-5 min-w-0 items-center gap-2">
      <Sign size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
      <span className="sr-only">{t(`kinds.${named.kind}`)}</span>
      <span className="max-w-3/5 shrink-0 truncate text-sm">{named.title}</span>
      <span className="min-w-0 truncate text-xs text-faint">{others.join(t("comma"))}</span>
    </span>
  );
}
