// The bin: parts removed from the manuscript, their contents, and how to put them back.
import { useVirtualizer } from "@tanstack/react-virtual";
import { BookOpen, FileText, Trash2, Type } from "lucide-react";
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { cx } from "@/components/class-names";
import { momentWithin } from "@/components/days";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";
import { LoadingState } from "@/components/loading-state";
import { useToast } from "@/components/toast";
import { useToday } from "@/components/use-today";
import { attempt as told } from "@/desk/attempt";
import { closeDialog, useDesk } from "@/desk/desk";
import { goToScene, outline } from "@/desk/navigation";
import { useScaled } from "@/desk/scaled";
import { call, toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { BinnedPart, Failure, SceneId } from "@/ipc/types";
import { BinPreview } from "./bin-preview";
import {
  binAgain,
  keyOf,
  kindOf,
  lastPlace,
  latestFirst,
  partOf,
  putAllBack,
  putBack,
  sceneOf,
} from "./binned";
import { Stranded, type StrandedPart } from "./stranded";

const ROW = 44;
const ICONS = { volume: BookOpen, chapter: FileText, scene: Type } as const;

/** The `bin` dialog. */
export function BinDialog() {
  const open = useDesk((state) => state.dialog?.name === "bin");
  return open ? <OpenBin /> : null;
}

function OpenBin() {
  const { t } = useTranslation("bin");
  const toast = useToast();
  const bin = useAnswer("manuscript.list_bin", {});
  const writable = useDesk((state) => state.project?.writable ?? false);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [stranded, setStranded] = useState<StrandedPart | null>(null);

  const parts = useMemo(() => latestFirst(bin.data?.parts ?? []), [bin.data]);
  const needle = query.trim().toLowerCase();
  const shown = useMemo(
    () => (needle === "" ? parts : parts.filter(({ title }) => title.toLowerCase().includes(needle))),
    [parts, needle],
  );
  const at = Math.max(
    0,
    shown.findIndex((part) => keyOf(part) === chosen),
  );
  const part = shown[at];
  const nameOf = (one: BinnedPart) => one.title || t(`untitled.${kindOf(one)}`);

  /** Runs an act; a failure stays visible along with the selection. */
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
    setBusy(false);
  };
  const done = async (one: BinnedPart, way: readonly BinnedPart[] = [one]) => {
    setStranded(null);
    const scene = sceneOf(await outline(), one);
    const open = (scene: SceneId) => () => {
      closeDialog();
      goToScene(scene);
    };
    toast.show({
      text: t("done", { name: nameOf(one) }),
      tone: "success",
      also: scene === null ? undefined : { label: t("open"), onSelect: open(scene) },
      action: { label: t("undo"), onSelect: () => void told(() => binAgain(way)) },
    });
  };
  const back = (one: BinnedPart) =>
    attempt(async () => {
      const outcome = await putBack(one, parts);
      if (outcome.kind === "back") return done(one);
      setStranded({ part: one, way: outcome.way, last: lastPlace(await outline(), kindOf(one)) });
    });

  const footer = (
    <>
      <Button onClick={closeDialog}>{t("close")}</Button>
      {writable && parts.length > 0 && (
        <Button
          variant="primary"
          busy={busy}
          disabled={part === undefined || stranded !== null}
          onClick={() => {
            if (part !== undefined) void back(part);
          }}
        >
          {t("putBack")}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open size="lg" onClose={closeDialog} title={t("title")} description={t("text")} footer={footer}>
      {bin.error !== null ? (
        <FailureState failure={bin.error} onRetry={() => void bin.refetch()} />
      ) : bin.data === undefined ? (
        <LoadingState rows={6} />
      ) : parts.length === 0 ? (
        <EmptyState icon={Trash2} title={t("empty.title")} text={t("empty.text")} />
      ) : (
        <div className="flex flex-col gap-3">
          {failure !== null && <FailureState failure={failure} />}
          <div className="flex h-[46vh] min-h-60 gap-4">
            <div className="flex w-72 shrink-0 flex-col gap-2">
              <FilterField
                label={t("filter")}
                value={query}
                onChange={setQuery}
                count={needle === "" ? undefined : t("hits", { n: figure(shown.length) })}
              />
              <PartList
                parts={shown}
                at={at}
                nameOf={nameOf}
                onChoose={(key) => {
                  setChosen(key);
                  setStranded(null);
                  setFailure(null);
                }}
              />
            </div>
            <div className="flex min-w-0 flex-1 flex-col gap-3">
              {stranded !== null && (
                <Stranded
                  {...stranded}
                  nameOf={nameOf}
                  busy={busy}
                  onWay={(way) => void attempt(() => putAllBack(way).then(() => done(stranded.part, way)))}
                  onLast={(parent) =>
                    void attempt(() =>
                      call("manuscript.move", { part: partOf(stranded.part), parent }).then(() =>
                        done(stranded.part),
                      ),
                    )
                  }
                />
              )}
              {part === undefined ? (
                <p className="p-4 text-sm text-subtle">{t("choose")}</p>
              ) : (
                <BinPreview key={keyOf(part)} part={partOf(part)} title={nameOf(part)} />
              )}
            </div>
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface PartListProps {
  parts: readonly BinnedPart[];
  at: number;
  nameOf: (part: BinnedPart) => string;
  onChoose: (key: string) => void;
}

function PartList({ parts, at, nameOf, onChoose }: PartListProps) {
  const { t, i18n } = useTranslation("bin");
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const height = useScaled(ROW);
  const virtual = useVirtualizer({
    count: parts.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 6,
  });
  const today = useToday();
  const onKeyDown = (event: KeyboardEvent) => {
    const goals: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: parts.length - 1,
      PageDown: at + 6,
      PageUp: at - 6,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    const next = Math.min(parts.length - 1, Math.max(0, goal));
    const part = parts[next];
    if (part === undefined) return;
    onChoose(keyOf(part));
    virtual.scrollToIndex(next, { align: "auto" });
  };
  if (parts.length === 0) return <p className="py-6 text-center text-sm text-subtle">{t("noHits")}</p>;
  return (
    <div
      ref={scroll}
      role="listbox"
      aria-label={t("list")}
      aria-activedescendant={`${id}-${at}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto rounded-lg border border-line bg-surface -outline-offset-2"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const part = parts[index];
          if (part === undefined) return null;
          const kind = kindOf(part);
          const Icon = ICONS[kind];
          const since = part.binned_at === null ? null : momentWithin(part.binned_at, today, i18n.language);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of its options
            <div
              key={keyOf(part)}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              aria-setsize={parts.length}
              aria-posinset={index + 1}
              onClick={() => onChoose(keyOf(part))}
              style={{ height, transform: `translateY(${start}px)` }}
              className={cx(
                "absolute inset-x-0 top-0 flex items-center gap-2.5 px-3",
                index === at ? "bg-surface-selected" : "hover:bg-surface-hover",
              )}
            >
              <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-subtle" />
              <span className="flex min-w-0 flex-1 flex-col">
                <span className={cx("truncate text-sm", part.title === "" && "text-subtle")}>
                  {nameOf(part)}
                </span>
                <span className={cx("truncate text-xs", index === at ? "text-subtle" : "text-faint")}>
                  {since === null
                    ? t("sinceUnknown", { kind: t(`kind.${kind}`) })
                    : t("since", { kind: t(`kind.${kind}`), when: since })}
                </span>
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
