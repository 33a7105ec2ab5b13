// The misspelt words of the whole book, each once, with links and a way to add correct ones to the dictionary. Scanned
// on request.
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { closeDialog, useDesk } from "@/desk/desk";
import { goToScene } from "@/desk/navigation";
import { addToDictionary } from "@/desk/spelling";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { MisspeltWord } from "@/ipc/types";

/** Maximum number listed. */
const MAX_LISTED = 300;

export function BookWords() {
  const { t } = useTranslation("spelling");
  const [isAsked, setAsked] = useState(false);
  const { data, error, refetch } = useAnswer("spelling.scan", isAsked ? { limit: MAX_LISTED } : null);
  const { act, failure } = useAct();
  const add = (word: string) => void act(() => addToDictionary(word));
  if (!isAsked) {
    return (
      <Button className="self-start" onClick={() => setAsked(true)}>
        {t("book.look")}
      </Button>
    );
  }
  if (error !== null) return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState rows={3} />;
  const { words, different, total } = data;
  if (different === 0) return <p className="text-sm text-subtle">{t("book.none")}</p>;
  return (
    <section aria-label={t("book.label")} className="flex flex-col gap-1.5">
      <h3 className="text-sm">{t("book.count", { different: figure(different), total: figure(total) })}</h3>
      {failure !== null && <FailureState failure={failure} />}
      <ul className="max-h-56 overflow-y-auto rounded-md border border-line px-1 py-0.5">
        {words.map((word) => (
          <Row key={word.word} word={word} onAdd={add} />
        ))}
      </ul>
      {words.length < different && (
        <p className="text-xs text-faint">{t("book.more", { n: words.length })}</p>
      )}
    </section>
  );
}

function Row({ word: { word, total, first }, onAdd }: { word: MisspeltWord; onAdd: (word: string) => void }) {
  const { t } = useTranslation("spelling");
  const writable = useDesk(({ project }) => project?.writable ?? false);
  const go = () => {
    closeDialog();
    const { start, end } = first.range;
    goToScene(first.scene, { from: start, to: end, unit: "chars", select: true });
  };
  return (
    <li className="flex items-center gap-2 rounded-sm hover:bg-surface-hover">
      <button
        type="button"
        onClick={go}
        className="flex min-w-0 flex-1 items-baseline gap-2 rounded-sm px-1.5 py-1 text-left text-sm"
      >
        <span className="max-w-2/5 shrink-0 truncate">{word}</span>
        <span className="shrink-0 text-xs text-faint tabular-nums">{figure(total)}</span>
        <span className="min-w-0 truncate text-xs text-faint">
          {`${first.excerpt.before}${first.excerpt.found}${first.excerpt.after}`}
        </span>
      </button>
      <IconButton
        icon={Plus}
        size="sm"
        label={t("book.add", { word })}
        tooltipSide="left"
        disabled={!writable}
        onClick={() => onAdd(word)}
      />
    </li>
  );
}
