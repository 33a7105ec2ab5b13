// Dialog `unknown-names`: what may be names nobody entered, or known names misspelt. One is unfolded at a time, with the
// places where it stands and what can be made of it.
import { ScanSearch } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { GroupedList } from "@/components/grouped-list";
import { ProgressBar } from "@/components/progress-bar";
import { useToast } from "@/components/toast";
import { attempt } from "@/desk/attempt";
import { closeDialog, useDesk } from "@/desk/desk";
import { useSettled } from "@/desk/settled";
import type { Hint } from "@/ipc/types";
import { create } from "./acts";
import { AddAlias } from "./add-alias-dialog";
import { Excerpt } from "./excerpt";
import { isName, isNoName } from "./ignored";
import { goToHit } from "./jump";
import { useHints } from "./use-hints";

/** Dialog `unknown-names`. */
export function UnknownNamesDialog() {
  const open = useDesk((state) => state.dialog?.name === "unknown-names");
  return open ? <UnknownNames /> : null;
}

const keyOf = ({ name }: Hint) => `hint-${name}`;

function UnknownNames() {
  const { t } = useTranslation("lore");
  const toast = useToast();
  const writable = useDesk((state) => state.project?.writable ?? false);
  // Names that were typed a moment ago are looked through too.
  const kept = useSettled();
  const found = useHints(kept.settled);
  const { hints, progress } = found;
  const failure = kept.failure ?? found.failure;
  const again = kept.failure === null ? found.again : kept.again;
  /** Names that were dealt with here; the next answer does not have them. */
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<string | null>(null);
  const [alias, setAlias] = useState<string | null>(null);
  const shown = useMemo(() => {
    const left = (hints?.hints ?? []).filter(({ name }) => !done.has(name));
    // Misspelt names first: they are the fewer, and mistakes.
    return [
      ...left.filter(({ kind }) => kind === "misspelling"),
      ...left.filter(({ kind }) => kind === "new"),
    ];
  }, [hints, done]);
  const groupOf = useCallback(({ kind }: Hint) => t(`unknown.groups.${kind}`), [t]);

  const settle = (name: string, settled: boolean) => {
    // The one after it is unfolded, so that one can go on.
    const at = shown.findIndex((hint) => hint.name === name);
    setOpen(settled ? (shown[at + 1]?.name ?? shown[at - 1]?.name ?? null) : name);
    setDone((before) => {
      const next = new Set(before);
      if (settled) next.add(name);
      else next.delete(name);
      return next;
    });
  };
  const enter = (name: string) =>
    attempt(async () => {
      await create({ title: name, kind: "character" });
      settle(name, true);
    });
  const reject = (name: string) =>
    attempt(async () => {
      await isNoName(name);
      settle(name, true);
      toast.show({
        text: t("unknown.rejected", { name }),
        action: {
          label: t("undo"),
          onSelect: () =>
            void attempt(async () => {
              await isName(name);
              settle(name, false);
            }),
        },
      });
    });

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
      <div className="-mx-1.5 flex h-[52vh] min-h-60 flex-col">
        <GroupedList
          className="flex-1"
          label={t("unknown.title")}
          entries={shown}
          idOf={keyOf}
          groupOf={groupOf}
          row={(hint) => <HintRow hint={hint} />}
          onOpen={({ name }) => setOpen(name === open ? null : name)}
          onKey={({ name }, event) => {
            if (!writable) return false;
            if (event.key === "Delete") void reject(name);
            else if (event.key === "n" || event.key === "N") void enter(name);
            else if (event.key === "a" || event.key === "A") setAlias(name);
            else return false;
            return true;
          }}
          below={(hint) =>
            hint.name === open ? (
              <Unfolded
                hint={hint}
                writable={writable}
                onEnter={() => void enter(hint.name)}
                onAlias={() => setAlias(hint.name)}
                onReject={() => void reject(hint.name)}
              />
            ) : null
          }
        />
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
        footer={<Button onClick={closeDialog}>{t("components:close")}</Button>}
      >
        {body()}
      </Dialog>
      {alias !== null && (
        <AddAlias alias={alias} onClose={() => setAlias(null)} onDone={() => settle(alias, true)} />
      )}
    </>
  );
}

function HintRow({ hint: { name, kind, of, total, places } }: { hint: Hint }) {
  const { t } = useTranslation("lore");
  const [first] = places;
  return (
    <span className="flex h-5 min-w-0 items-center gap-2">
      <span className="max-w-2/5 shrink-0 truncate text-sm font-medium">{name}</span>
      {kind === "misspelling" && of !== null && (
        <Badge tone="warning" className="max-w-2/5">
          {t("unknown.meant", { name: of })}
        </Badge>
      )}
      {first !== undefined && <Excerpt excerpt={first.excerpt} before={8} />}
      <span className="ml-auto shrink-0 pl-1 text-xs text-faint tabular-nums">
        <span aria-hidden>{figure(total)}</span>
        <span className="sr-only">{t("mentioned", { n: figure(total) })}</span>
      </span>
    </span>
  );
}

interface UnfoldedProps {
  hint: Hint;
  writable: boolean;
  onEnter: () => void;
  onAlias: () => void;
  onReject: () => void;
}

function Unfolded({ hint: { name, places, total }, writable, onEnter, onAlias, onReject }: UnfoldedProps) {
  const { t } = useTranslation("lore");
  return (
    <div className="flex flex-col gap-2 pt-1 pr-2 pb-3 pl-4">
      <ul aria-label={t("unknown.places", { name })} className="flex flex-col">
        {places.map((hit) => (
          <li key={`${hit.scene}:${hit.range.start}`}>
            <button
              type="button"
              onClick={() => {
                closeDialog();
                goToHit(hit);
              }}
              className="flex w-full min-w-0 items-baseline gap-3 rounded-md px-2 py-1 text-left hover:bg-surface-hover focus-visible:-outline-offset-2"
            >
              <Excerpt excerpt={hit.excerpt} before={20} />
              <span className="ml-auto max-w-2/5 shrink-0 truncate text-xs text-faint">
                {hit.chapter_title}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {total > places.length && (
        <p className="px-2 text-xs text-faint">
          {t("unknown.firstPlaces", { n: figure(places.length), total: figure(total) })}
        </p>
      )}
      {writable && (
        <div className="flex flex-wrap gap-2 px-2 pt-1">
          <Button size="sm" onClick={onEnter}>
            {t("createEntry")}
          </Button>
          <Button size="sm" onClick={onAlias}>
            {t("unknown.alias")}
          </Button>
          <Button size="sm" variant="ghost" onClick={onReject}>
            {t("unknown.reject")}
          </Button>
        </div>
      )}
    </div>
  );
}
