// The `unknown-names` dialog: possible new names, or misspelt known ones. They are handled together when selected, or
// one at a time: one expands at a time, with its places and acts.
import { ScanSearch } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
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
import { attempt } from "@/desk/attempt";
import { closeDialog, useDesk } from "@/desk/desk";
import { useSettled } from "@/desk/settled";
import type { CardRow, EnterNames, Hint, LoreKind } from "@/ipc/types";
import { enterNames } from "./card-acts";
import { CardPicker } from "./card-picker";
import { HintRow, KindMenu, Unfolded } from "./hint-list";
import { type HintOrder, ORDERS, sortHints } from "./hints-order";
import { useHints } from "./use-hints";

export function UnknownNamesDialog() {
  const open = useDesk((state) => state.dialog?.name === "unknown-names");
  return open ? <UnknownNames /> : null;
}

const keyOf = ({ name }: Hint) => `hint-${name}`;

/** Maximum names in a menu or message. */
const MAX_CHOICES = 12;

function UnknownNames() {
  const { t, i18n } = useTranslation("lore");
  const writable = useDesk((state) => state.project?.writable ?? false);
  // Names typed a moment ago are included too.
  const saveState = useSettled();
  const found = useHints(saveState.settled);
  const { hints, progress } = found;
  const failure = saveState.failure ?? found.failure;
  const again = saveState.failure === null ? found.again : saveState.again;
  /** Names handled here; the next answer excludes them. */
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<string | null>(null);
  const [order, setOrder] = useState<HintOrder>("frequency");
  /** Names waiting for a card to be chosen. */
  const [joining, setJoining] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = useMemo(
    () =>
      sortHints(
        (hints?.hints ?? []).filter(({ name }) => !done.has(name)),
        order,
        i18n.language,
      ),
    [hints, done, order, i18n.language],
  );
  const ticks = useTicks(useMemo(() => shown.map(keyOf), [shown]));
  const ticked = shown.filter((hint) => ticks.ticked.has(keyOf(hint))).map(({ name }) => name);
  const groupOf = useCallback(({ kind }: Hint) => t(`unknown.groups.${kind}`), [t]);

  /** Marks names as handled, or as open again. */
  const markDone = (names: readonly string[], settled: boolean) => {
    // Expands the next one after a single act.
    const at = names.length === 1 ? shown.findIndex(({ name }) => name === names[0]) : -1;
    const next = settled ? (shown[at + 1]?.name ?? shown[at - 1]?.name ?? null) : (names[0] ?? null);
    setOpen(at >= 0 && open !== null ? next : null);
    setDone(
      (before) =>
        new Set(settled ? [...before, ...names] : [...before].filter((one) => !names.includes(one))),
    );
  };
  /** Runs one act on names; they leave the list. */
  const runAct = (names: readonly string[], request: EnterNames) =>
    attempt(async () => {
      if (names.length === 0 || busy) return;
      setBusy(true);
      try {
        await enterNames(request, () => markDone(names, false));
        markDone(names, true);
      } finally {
        setBusy(false);
      }
    });
  const enter = (names: readonly string[], kind: LoreKind) =>
    runAct(names, { cards: names.map((name) => ({ name, kind })) });
  const reject = (names: readonly string[]) => runAct(names, { not_names: [...names] });
  const asOne = (names: readonly string[], name: string) =>
    runAct(names, { cards: [{ name, kind: "character", aliases: names.filter((one) => one !== name) }] });
  const join = (names: readonly string[], { title }: CardRow) => {
    setJoining(null);
    return runAct(names, { cards: [{ name: title, aliases: [...names] }] });
  };
  /** The target of a keyboard act: the selection, or else the row. */
  const targets = (name: string) => (ticked.length > 0 ? ticked : [name]);
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
      return <EmptyState icon={ScanSearch} title={t("unknown.none")} text={t("unknown.noneText")} />;
    }
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
            onKey={({ name }, event) => {
              if (!writable) return false;
              if (event.key === "Delete") void reject(targets(name));
              else if (event.key === "n" || event.key === "N") void enter(targets(name), "character");
              else if (event.key === "a" || event.key === "A") setJoining(targets(name));
              else return false;
              return true;
            }}
            below={(hint) =>
              hint.name === open ? (
                <Unfolded
                  hint={hint}
                  writable={writable}
                  onEnter={(kind) => void enter([hint.name], kind)}
                  onAlias={() => setJoining([hint.name])}
                  onReject={() => void reject([hint.name])}
                />
              ) : null
            }
          />
        </div>
        {ticked.length > 0 && (
          <div role="toolbar" aria-label={t("ticks.label")} className="flex flex-wrap items-center gap-2">
            <Button
              size="sm"
              variant="primary"
              disabled={busy}
              onClick={() => void enter(ticked, "character")}
            >
              {t("bulk.asPeople", { n: figure(ticked.length) })}
            </Button>
            <KindMenu disabled={busy} onChoose={(kind) => void enter(ticked, kind)} />
            <Menu
              trigger={
                <Button size="sm" disabled={busy || ticked.length < 2}>
                  {t("bulk.asOne")}
                </Button>
              }
              items={ticked.slice(0, MAX_CHOICES).map((name) => ({
                id: name,
                label: t("bulk.called", { name }),
                onSelect: () => void asOne(ticked, name),
              }))}
            />
            <Button size="sm" disabled={busy} onClick={() => setJoining(ticked)}>
              {t("merge.into")}
            </Button>
            <Button size="sm" variant="ghost" disabled={busy} onClick={() => void reject(ticked)}>
              {t("unknown.reject")}
            </Button>
          </div>
        )}
      </div>
    );
  };
  const total = hints?.total ?? 0;
  return (
    <>
      <Dialog
        open
        size="lg"
        onClose={closeDialog}
        title={t("unknown.title")}
        description={t("unknown.text")}
        footerStart={
          shown.length > 0 && (
            <p className="text-xs text-faint tabular-nums">
              {total > (hints?.hints.length ?? 0)
                ? t("unknown.countOf", { n: figure(shown.length), total: figure(total) })
                : t("unknown.count", { n: figure(shown.length) })}
            </p>
          )
        }
        footer={
          <>
            {writable && everyNew.length > 0 && (
              <Button disabled={busy} onClick={() => void enter(everyNew, "character")}>
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
          onChoose={(card) => void join(joining, card)}
        />
      )}
    </>
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
