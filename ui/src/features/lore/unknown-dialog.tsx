// The `unknown-names` dialog: possible new names, or misspelt known ones. They are handled together when selected, or
// one at a time: one expands at a time, with its places and acts.
import { ScanSearch } from "lucide-react";
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { GroupedList } from "@/components/grouped-list";
import { Menu } from "@/components/menu";
import { ProgressBar } from "@/components/progress-bar";
import { Select } from "@/components/select";
import { type Ticks, useTicks } from "@/components/ticks";
import { closeDialog, useDesk } from "@/desk/desk";
import type { CardRow, Hint, Hints } from "@/ipc/types";
import { CardPicker } from "./card-picker";
import { HintRow, KindMenu, Unfolded } from "./hint-list";
import { type HintOrder, ORDERS } from "./hints-order";
import { type UnknownNames, useUnknownNames } from "./use-unknown-names";

export function UnknownNamesDialog() {
  const open = useDesk((state) => state.dialog?.name === "unknown-names");
  return open ? <UnknownNamesFound /> : null;
}

const keyOf = ({ name }: Hint) => `hint-${name}`;

/** Maximum names in a menu or message. */
const MAX_CHOICES = 12;

function UnknownNamesFound() {
  const { t } = useTranslation("lore");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const isJapanese = useDesk((state) => state.project?.language === "ja");
  const names = useUnknownNames();
  /** Names waiting for a card to be chosen. */
  const [joining, setJoining] = useState<readonly string[] | null>(null);
  const { hints, progress, failure, again, shown, busy, enter, join } = names;
  const everyNew = shown.filter(({ kind }) => kind === "new").map(({ name }) => name);

  const body = () => {
    if (failure !== null) return <FailureState failure={failure} onRetry={again} />;
    if (hints === null) {
      const known = progress !== null && progress.total > 1;
      return (
        <ProgressBar
          className="py-6"
          label={t("unknown.looking")}
          value={known ? progress.done : null}
          max={known ? progress.total : 1}
          onStop={closeDialog}
        />
      );
    }
    if (shown.length === 0) {
      const text = isJapanese ? t("unknown.noneJapanese") : t("unknown.noneText");
      return <EmptyState icon={ScanSearch} title={t("unknown.none")} text={text} />;
    }
    return <NamesList names={names} writable={writable} onJoin={setJoining} />;
  };
  return (
    <>
      <Dialog
        open
        size="lg"
        onClose={closeDialog}
        title={t("unknown.title")}
        description={t("unknown.text")}
        footerStart={hints !== null && shown.length > 0 && <Count shown={shown.length} hints={hints} />}
        footer={
          <>
            {writable && everyNew.length > 0 && (
              <Button disabled={busy} onClick={() => enter(everyNew, "character")}>
                {t("bulk.allAsPeople")}
              </Button>
            )}
            <Button onClick={closeDialog}>{t("components:close")}</Button>
          </>
        }
      >
        {body()}
      </Dialog>
      {joining !== null && (
        <JoinCard
          names={joining}
          onClose={() => setJoining(null)}
          onChoose={(card) => {
            setJoining(null);
            join(joining, card);
          }}
        />
      )}
    </>
  );
}

function Count({ shown, hints }: { shown: number; hints: Hints }) {
  const { t } = useTranslation("lore");
  return (
    <p className="text-xs text-faint tabular-nums">
      {hints.total > hints.hints.length
        ? t("unknown.countOf", { n: figure(shown), total: figure(hints.total) })
        : t("unknown.count", { n: figure(shown) })}
    </p>
  );
}

interface NamesListProps {
  names: UnknownNames;
  writable: boolean;
  /** Chooses the card these names belong to. */
  onJoin: (names: readonly string[]) => void;
}

function NamesList({ names, writable, onJoin }: NamesListProps) {
  const { t } = useTranslation("lore");
  const { shown, open, setOpen, order, setOrder, busy, enter, reject } = names;
  const ticks = useTicks(useMemo(() => shown.map(keyOf), [shown]));
  const ticked = shown.filter((hint) => ticks.ticked.has(keyOf(hint))).map(({ name }) => name);
  const groupOf = useCallback(({ kind }: Hint) => t(`unknown.groups.${kind}`), [t]);
  const onKey = ({ name }: Hint, { key }: KeyboardEvent): boolean => {
    if (!writable) return false;
    const targets = ticked.length > 0 ? ticked : [name];
    if (key === "Delete") reject(targets);
    else if (key === "n" || key === "N") enter(targets, "character");
    else if (key === "a" || key === "A") onJoin(targets);
    else return false;
    return true;
  };
  return (
    <div className="flex flex-col gap-2" aria-busy={busy}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {writable && <TickAll ticks={ticks} all={shown.length} />}
        <span className="flex-1" />
        <Select<HintOrder>
          label={t("sort.label")}
          hideLabel
          size="sm"
          value={order}
          onChange={setOrder}
          options={ORDERS.map((value) => ({ value, label: t(`unknown.orders.${value}`) }))}
          className="w-36"
        />
      </div>
      <div className="-mx-1.5 flex h-[46vh] min-h-52 flex-col">
        <GroupedList
          className="flex-1"
          label={t("unknown.title")}
          entries={shown}
          idOf={keyOf}
          groupOf={groupOf}
          row={(hint) => <HintRow hint={hint} />}
          ticks={writable ? ticks : undefined}
          tickLabel={({ name }) => t("ticks.one", { title: name })}
          onOpen={({ name }) => setOpen(name === open ? null : name)}
          onKey={onKey}
          below={(hint) =>
            hint.name === open ? (
              <Unfolded
                hint={hint}
                writable={writable}
                onEnter={(kind) => enter([hint.name], kind)}
                onAlias={() => onJoin([hint.name])}
                onReject={() => reject([hint.name])}
              />
            ) : null
          }
        />
      </div>
      {ticked.length > 0 && <TickedNames ticked={ticked} names={names} onJoin={() => onJoin(ticked)} />}
    </div>
  );
}

interface TickedNamesProps {
  ticked: readonly string[];
  names: UnknownNames;
  onJoin: () => void;
}

/** Acts on the selected names. */
function TickedNames({ ticked, names: { busy, enter, reject, asOne }, onJoin }: TickedNamesProps) {
  const { t } = useTranslation("lore");
  return (
    <div role="toolbar" aria-label={t("ticks.label")} className="flex flex-wrap items-center gap-2">
      <Button size="sm" variant="primary" disabled={busy} onClick={() => enter(ticked, "character")}>
        {t("bulk.asPeople", { n: figure(ticked.length) })}
      </Button>
      <KindMenu disabled={busy} onChoose={(kind) => enter(ticked, kind)} />
      <Menu
        trigger={
          <Button size="sm" disabled={busy || ticked.length < 2}>
            {t("bulk.asOne")}
          </Button>
        }
        items={ticked.slice(0, MAX_CHOICES).map((name) => ({
          id: name,
          label: t("bulk.called", { name }),
          onSelect: () => asOne(ticked, name),
        }))}
      />
      <Button size="sm" disabled={busy} onClick={onJoin}>
        {t("merge.into")}
      </Button>
      <Button size="sm" variant="ghost" disabled={busy} onClick={() => reject(ticked)}>
        {t("unknown.reject")}
      </Button>
    </div>
  );
}

function TickAll({ ticks, all }: { ticks: Ticks; all: number }) {
  const { t } = useTranslation("lore");
  const count = ticks.ticked.size;
  return (
    <Checkbox
      label={count === 0 ? t("ticks.all") : t("ticks.count", { n: figure(count) })}
      checked={count === all}
      indeterminate={count > 0 && count < all}
      onChange={(next) => (next ? ticks.all() : ticks.clear())}
    />
  );
}

interface JoinCardProps {
  names: readonly string[];
  onClose: () => void;
  onChoose: (card: CardRow) => void;
}

/** Chooses the card these names belong to. */
function JoinCard({ names, onClose, onChoose }: JoinCardProps) {
  const { t } = useTranslation("lore");
  const filter = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      initialFocus={filter}
      onClose={onClose}
      title={t("bulk.joinTitle")}
      description={t("bulk.joinText", { names: names.slice(0, MAX_CHOICES).join(t("comma")) })}
      footer={<Button onClick={onClose}>{t("components:cancel")}</Button>}
    >
      <CardPicker filter={filter} onChoose={onChoose} />
    </Dialog>
  );
}
