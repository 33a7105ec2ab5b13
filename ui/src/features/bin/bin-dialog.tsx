// The bin: parts removed from the manuscript, their contents, and how to put them back.
import { Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { FilterField } from "@/components/filter-field";
import { LoadingState } from "@/components/loading-state";
import { closeDialog, useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { BinnedPart } from "@/ipc/types";
import { BinPreview } from "./bin-preview";
import { keyOf, latestFirst, partOf } from "./binned";
import { useNames } from "./first-words";
import { PartList } from "./part-list";
import { usePutBack } from "./put-back";
import { Stranded } from "./stranded";

/** The `bin` dialog. */
export function BinDialog() {
  const open = useDesk((state) => state.dialog?.name === "bin");
  return open ? <OpenBin /> : null;
}

/** The parts whose title contains the filter, and the chosen one of them. */
function useChosenPart(parts: readonly BinnedPart[]) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const needle = query.trim().toLowerCase();
  const shown = useMemo(
    () => (needle === "" ? parts : parts.filter(({ title }) => title.toLowerCase().includes(needle))),
    [parts, needle],
  );
  const found = shown.findIndex((part) => keyOf(part) === chosen);
  const at = Math.max(0, found);
  return { query, setQuery, isFiltered: needle !== "", shown, at, part: shown[at], setChosen };
}

function OpenBin() {
  const { t } = useTranslation("bin");
  const bin = useAnswer("manuscript.list_bin", {});
  const writable = useDesk((state) => state.project?.writable ?? false);
  const parts = useMemo(() => latestFirst(bin.data?.parts ?? []), [bin.data]);
  const chosen = useChosenPart(parts);
  const { part } = chosen;
  const nameOf = useNames(parts);
  const putting = usePutBack(parts, nameOf);
  const footer = (
    <>
      <Button onClick={closeDialog}>{t("close")}</Button>
      {writable && parts.length > 0 && (
        <Button
          variant="primary"
          busy={putting.busy}
          disabled={part === undefined || putting.stranded !== null}
          onClick={() => {
            if (part !== undefined) void putting.back(part);
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
        <Contents {...{ chosen, putting, nameOf }} />
      )}
    </Dialog>
  );
}

interface ContentsProps {
  chosen: ReturnType<typeof useChosenPart>;
  putting: ReturnType<typeof usePutBack>;
  nameOf: (part: BinnedPart) => string;
}

/** The parts on the left, the text of the chosen one on the right. */
function Contents({ chosen, putting, nameOf }: ContentsProps) {
  const { t } = useTranslation("bin");
  const { query, setQuery, isFiltered, shown, at, part, setChosen } = chosen;
  const { busy, failure, stranded } = putting;
  return (
    <div className="flex flex-col gap-3">
      {failure !== null && <FailureState failure={failure} />}
      <div className="flex h-[46vh] min-h-60 gap-4">
        <div className="flex w-72 shrink-0 flex-col gap-2">
          <FilterField
            label={t("filter")}
            value={query}
            onChange={setQuery}
            count={isFiltered ? t("hits", { n: figure(shown.length) }) : undefined}
          />
          <PartList
            parts={shown}
            at={at}
            nameOf={nameOf}
            onChoose={(key) => {
              setChosen(key);
              putting.reset();
            }}
          />
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          {stranded !== null && (
            <Stranded
              {...stranded}
              nameOf={nameOf}
              busy={busy}
              onWay={(way) => void putting.withContainers(stranded.part, way)}
              onLast={(parent) => void putting.into(stranded.part, parent)}
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
  );
}
