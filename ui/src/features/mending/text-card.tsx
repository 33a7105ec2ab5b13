// The card of the current change beside its passage in the text: what was wrong, and what may be done. Its keys are
// those of the list. It takes the focus only when the author asked for the changes.
import { Check, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { figure } from "@/components/figures";
import { findingWords } from "@/components/finding-words";
import { Kbd } from "@/components/kbd";
import { SeveritySign } from "@/components/severity-sign";
import { TextCard } from "@/components/text-card";
import { locate } from "@/desk/navigation";
import { usePacedAnswer } from "@/desk/paced-answer";
import { useScale } from "@/desk/scaled";
import { useAnswer } from "@/ipc/queries";
import type { MendIssueView, MendPieceView, SceneId } from "@/ipc/types";
import type { Hunks } from "./hunks";
import { IssueButtons, TONES } from "./piece-row";
import { type Acts, KEYS, onProposalKey } from "./proposal-keys";
import { useMendings } from "./state";
import { Steps } from "./steps";
import { useHidingCard, useRect } from "./use-hunks";
import type { Proposal } from "./use-proposal";

const WIDTH = 320;
/** Longer words are shown in the text only. */
const MAX_WORDS = 24;

interface CardProps {
  scene: SceneId;
  proposal: Proposal;
  /** The issues of the mending. */
  issues: readonly MendIssueView[];
  hunks: Hunks | null;
  acts: Acts;
  writable: boolean;
}

export function ChangeCard({ scene, proposal, issues, hunks, acts, writable }: CardProps) {
  const { t } = useTranslation("mending");
  const { at, current, pieces } = proposal;
  const isWanted = useMendings((state) => state.card !== "hidden");
  const scale = useScale();
  const rect = useRect(hunks, at, isWanted);
  const card = useRef<HTMLDivElement>(null);
  useHidingCard(hunks, card);
  useAskedFocus(card, rect !== null, () => hunks?.focus(at));
  if (current === undefined || rect === null) return null;
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Escape") return onProposalKey(event, acts);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    useMendings.setState({ card: "hidden" });
    hunks?.shownIn?.focus();
  };
  return (
    <TextCard
      ref={card}
      tabIndex={-1}
      data-mending-card
      role="region"
      aria-label={t("proposal.progress", { n: figure(at + 1), total: figure(pieces.length) })}
      aria-keyshortcuts={KEYS}
      onKeyDown={onKey}
      beside={rect}
      width={Math.round(WIDTH * scale)}
    >
      <Content {...{ scene, proposal, issues, acts, writable }} piece={current} />
    </TextCard>
  );
}

/** Scrolls there and takes the focus once if the author asked for it, and keeps it while buttons of the card go. */
function useAskedFocus(card: RefObject<HTMLDivElement | null>, isShown: boolean, scroll: () => void): void {
  const wish = useMendings((state) => state.card);
  const isAsked = wish === "focused";
  const latest = useRef(scroll);
  latest.current = scroll;
  useEffect(() => {
    if (isAsked) latest.current();
  }, [isAsked]);
  useEffect(() => {
    if (!isShown || !isAsked) return;
    useMendings.setState({ card: "shown" });
    card.current?.focus({ preventScroll: true });
  }, [card, isShown, isAsked]);
  useEffect(() => {
    const { activeElement } = document;
    const spent = activeElement instanceof HTMLButtonElement && activeElement.disabled;
    if (spent && card.current?.contains(activeElement) === true) card.current.focus({ preventScroll: true });
  });
}

interface ContentProps extends Omit<CardProps, "hunks"> {
  piece: MendPieceView;
}

function Content({ scene, proposal, issues, acts, writable, piece }: ContentProps) {
  const { t } = useTranslation("mending");
  const { at, pieces, states, go } = proposal;
  const state = states[at] ?? "open";
  const answered = piece.issues.flatMap((id) => issues.find((issue) => issue.id === id) ?? []);
  const basis = useBasis(scene, answered);
  const change = changeWords(t, piece, basis);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div role="status" className="flex min-w-0 flex-col gap-1">
        {answered.map((issue) => (
          <Problem key={issue.id} issue={issue} />
        ))}
        {change !== "" && <p className="font-medium break-words select-text">{change}</p>}
        {state !== "open" && (
          <p className="flex min-w-0 items-center gap-1.5">
            <Badge tone={TONES[state]}>{t(`proposal.decision.${state}`)}</Badge>
            {state === "conflict" && (
              <span className="min-w-0 text-xs break-words text-warning">{t("proposal.conflict")}</span>
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1.5 border-t border-line pt-2">
        {writable && state !== "conflict" && (
          <>
            <Button size="sm" variant="primary" icon={Check} aria-keyshortcuts="A" onClick={acts.a}>
              {t("proposal.accept")} <Key name="A" />
            </Button>
            <Button size="sm" icon={X} aria-keyshortcuts="R" onClick={acts.r}>
              {t("proposal.refuse")} <Key name="R" />
            </Button>
          </>
        )}
        <span className="ml-auto flex items-center">
          <Steps {...{ at, go }} count={pieces.length} />
        </span>
        <div className="-mx-1.5 flex w-full flex-wrap gap-x-1 empty:hidden">
          {answered.map((issue) => (
            <IssueButtons key={issue.id} issue={issue} isOne={answered.length === 1} />
          ))}
        </div>
      </div>
    </div>
  );
}

const Key = ({ name }: { name: string }) => (
  <span aria-hidden>
    <Kbd keys={name} className="text-inherit opacity-75" />
  </span>
);

/** What was wrong: severity, rule and sentence. */
function Problem({ issue }: { issue: MendIssueView }) {
  const { t } = useTranslation("mending");
  const { severity, rule } = issue;
  const facts = [t(`findings:severity.${severity}`), t(`findings:rules.${rule}.name`)];
  return (
    <div className="flex min-w-0 items-start gap-1.5">
      <span className="mt-0.5">
        <SeveritySign severity={severity} />
      </span>
      <div className="min-w-0">
        <p className="text-xs break-words text-faint">{facts.join(t("between"))}</p>
        <p className="break-words">{findingWords(t, issue)}</p>
      </div>
    </div>
  );
}

/** The change in words if it is short: 17 → 16（依据：人物·年龄）. */
function changeWords(
  t: ReturnType<typeof useTranslation<"mending">>["t"],
  { edits }: MendPieceView,
  basis: string,
): string {
  const [edit, ...others] = edits;
  if (edit === undefined || others.length > 0) return "";
  // Words that were only inserted, and marks alone, say little without the words around them.
  const isBare = (words: string) => !/[\p{L}\p{N}]/u.test(words);
  const isWordless = isBare(edit.old) && isBare(edit.new);
  const old = isWordless ? edit.before.slice(-1) + edit.old + edit.after.slice(0, 1) : edit.old;
  const next = isWordless ? edit.before.slice(-1) + edit.new + edit.after.slice(0, 1) : edit.new;
  if (old === "" || [old, next].some((words) => [...words].length > MAX_WORDS || words.includes("\n")))
    return "";
  const values = { old, next: next === "" ? t("proposal.nothing") : next };
  return basis === "" ? t("proposal.change", values) : t("proposal.changeFor", { ...values, basis });
}

/** The title of the canon item that the first issue contradicts; empty if there is none. */
function useBasis(scene: SceneId, issues: readonly MendIssueView[]): string {
  const first = issues.find(({ against }) => against !== null);
  const { data: outline } = useAnswer("manuscript.outline", {});
  const chapter = outline === undefined ? undefined : locate(outline, scene)?.chapter.id;
  const isAsked = first !== undefined && chapter !== undefined;
  const { data } = usePacedAnswer("check.list", isAsked ? { chapter } : null);
  return data?.findings.find(({ id }) => id === first?.finding)?.against?.title ?? "";
}
