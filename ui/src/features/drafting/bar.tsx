// The bar of a proposal below the text: its length, its state, and the available acts.
import { ChevronDown, ChevronUp, ReceiptText, RotateCcw, Square, X } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { useLocalized } from "@/components/localized";
import { Segmented } from "@/components/segmented";
import { useTroubleWords } from "@/components/use-trouble-words";
import { openDialog, showGeneration } from "@/desk/desk";
import { useDraftLength } from "@/desk/draft-length";
import { useProviders } from "@/desk/providers";
import { useKeys } from "@/desk/shortcuts";
import type { SceneId, Trouble } from "@/ipc/types";
import { Announcer } from "./announcer";
import { decideAll, discard, finish, repeat, retryDiffer, step } from "./deciding";
import { DerivedChanges } from "./derived-changes";
import { GateCounter, GateMeter } from "./gate-meter";
import { NotesOfSteps } from "./notes-of-steps";
import { stateOf } from "./phrases";
import { ProfileChip } from "./profile-chip";
import { PromptCut } from "./prompt-cut";
import { type Candidate, hasText, offered, type Run, tally } from "./run";
import { chooseByHand, stop } from "./session";
import { Steps } from "./steps";

/** The author goes on writing after a press on the bar. What opens from it, and words to select, are left alone. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest(".select-text") === null) event.preventDefault();
}

export function ProposalBar({ scene, run }: { scene: SceneId; run: Run }) {
  const { t } = useTranslation("drafting");
  const providers = useProviders().data?.providers;
  const nameOf = (id: string) => providers?.find(({ provider }) => provider.id === id)?.provider.name ?? id;
  const title = useLocalized();
  const candidate = run.candidates[run.shown];
  const act = t(`acts.${run.request.act}`);
  const failed = run.phase === "ready" && !run.candidates.some(hasText);
  return (
    <section
      aria-label={t("bar.label", { act })}
      onMouseDown={keepFocus}
      className="flex flex-col gap-1.5 rounded-lg border border-line bg-surface-raised px-3 py-2 text-sm text-ink shadow-2"
    >
      <header className="flex min-w-0 items-center gap-2">
        <Badge tone="accent">{act}</Badge>
        {candidate !== undefined && candidate.model !== "" && (
          <span
            className="min-w-0 truncate text-xs text-faint"
            title={t("bar.by", { model: candidate.model, provider: nameOf(candidate.provider) })}
          >
            {candidate.model}
          </span>
        )}
        <ProfileChip scene={scene} act={run.request.act} asked={run.request.profile ?? null} />
        <Candidates scene={scene} run={run} />
        {(run.phase !== "ready" || run.steps.some(({ state }) => state === "failed")) && (
          <Steps steps={run.steps} />
        )}
        <span className="flex-1" />
        {candidate !== undefined && <GateCounter candidate={candidate} />}
      </header>
      {candidate !== undefined && <GateMeter candidate={candidate} />}
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="flex min-w-40 flex-1 flex-col text-xs">
          <p className={failed ? "break-words text-danger" : "break-words text-subtle"} data-testid="state">
            {stateOf(run, candidate, t, { provider: nameOf, title })}
          </p>
          {candidate !== undefined && !failed && <Details run={run} candidate={candidate} />}
          {!failed && <Ranking run={run} />}
          {!failed && run.phase === "ready" && <WithoutText run={run} />}
        </div>
        {run.phase === "ready" ? (
          <Acts scene={scene} run={run} failed={failed} />
        ) : (
          <Stop scene={scene} run={run} />
        )}
      </div>
      {failed && <Nothing trouble={candidate?.trouble ?? null} />}
      {run.failure !== null && run.phase === "ready" && (
        <FailureState
          failure={run.failure}
          onRetry={run.decisions === null ? () => retryDiffer(scene) : undefined}
        />
      )}
      <Announcer run={run} />
    </section>
  );
}

/** No model answered: what is safe, and where to fix the problem. */
function Nothing({ trouble }: { trouble: Trouble | null }) {
  const { t } = useTranslation("drafting");
  const words = useTroubleWords();
  return (
    <FailureState
      failure={{ code: "model_failed", message: trouble?.message ?? "", hint: "" }}
      title={trouble === null ? t("endings.empty") : words(trouble)}
      safe={t("nothing.safe")}
      todo={trouble === null ? t("nothing.todo") : undefined}
      actions={
        <Button size="sm" onClick={() => openDialog({ name: "models" })}>
          {t("openModels")}
        </Button>
      }
    />
  );
}

/** Details besides the ending: changes, overflow, failure. */
function Details({ run, candidate }: { run: Run; candidate: Candidate }) {
  const { t } = useTranslation("drafting");
  const { inUnits, unit } = useDraftLength();
  const words = useTroubleWords();
  const { decisions, phase } = run;
  const parts: string[] = [];
  if (phase === "ready" && hasText(candidate)) {
    if (decisions === null) {
      if (run.failure === null) parts.push(t("bar.comparing"));
    } else if (decisions.length === 0) parts.push(t("bar.same"));
    else {
      const { accepted, rejected } = tally(decisions);
      parts.push(t("bar.changes", { n: decisions.length, accepted, rejected }));
    }
  }
  if (candidate.overflow > 0)
    parts.push(t("bar.overflow", { n: figure(inUnits(candidate.overflow)), context: unit }));
  return (
    <>
      <NotesOfSteps run={run} candidate={candidate} />
      {parts.length > 0 && <p className="break-words text-faint tabular-nums">{parts.join(" · ")}</p>}
      <DerivedChanges key={candidate.generation} run={run} candidate={candidate} />
      {candidate.promptCut && <PromptCut />}
      {candidate.trouble !== null && (
        <p className="line-clamp-3 break-words text-faint select-text" title={candidate.trouble.message}>
          {words(candidate.trouble)}
        </p>
      )}
    </>
  );
}

/** What the check says of each candidate, the cleaner first. */
function Ranking({ run: { candidates } }: { run: Run }) {
  const { t } = useTranslation("drafting");
  const checked = offered(candidates).flatMap(({ at, letter }) => {
    const candidate = candidates[at];
    return candidate === undefined || candidate.found === null ? [] : [{ letter, ...candidate }];
  });
  if (checked.length < 2) return null;
  const words = checked.map(({ letter, found, rules }) => {
    const names = rules.map((rule) => t(`rules.${rule}.name`, { ns: "findings" })).join(t("ranked.between"));
    return t(names === "" ? "ranked.one" : "ranked.by", { letter, n: found, names });
  });
  return <p className="break-words text-faint tabular-nums">{words.join(" · ")}</p>;
}

/** The candidates that cannot be chosen, since no text came, and why. */
function WithoutText({ run: { candidates } }: { run: Run }) {
  const { t } = useTranslation("drafting");
  const words = useTroubleWords();
  const empty = offered(candidates).filter(({ at }) => !hasText(candidates[at]));
  if (candidates.length < 2 || empty.length === 0) return null;
  const lines = empty.map(({ at, letter }) => {
    const trouble = candidates[at]?.trouble ?? null;
    const why =
      trouble === null
        ? t(candidates[at]?.status === "stopped" ? "bar.stopped" : "bar.nothing")
        : words(trouble);
    return t("bar.withoutText", { letter, why });
  });
  return <p className="break-words text-faint">{lines.join(" · ")}</p>;
}

function Candidates({ scene, run }: { scene: SceneId; run: Run }) {
  const { t } = useTranslation("drafting");
  const { candidates, shown, phase } = run;
  if (candidates.length < 2) return null;
  return (
    <Segmented
      label={t("bar.candidates")}
      hideLabel
      value={String(shown)}
      onChange={(next) => chooseByHand(scene, Number(next))}
      options={offered(candidates).map(({ at, letter }) => ({
        value: String(at),
        label: letter,
        disabled: phase === "applying" || (phase === "ready" && !hasText(candidates[at])),
      }))}
    />
  );
}

function Stop({ scene, run }: { scene: SceneId; run: Run }) {
  const { t } = useTranslation("drafting");
  if (run.phase === "applying") return null;
  return (
    <Button size="sm" icon={Square} busy={run.stopping} onClick={() => stop(scene)}>
      {run.stopping ? t("bar.stopping") : t("bar.stop")}
    </Button>
  );
}

function Acts({ scene, run, failed }: { scene: SceneId; run: Run; failed: boolean }) {
  const { t } = useTranslation("drafting");
  const keys = useKeys();
  const candidate = run.candidates[run.shown];
  const { decisions } = run;
  const judged = decisions !== null && decisions.length > 0;
  const accepted = decisions === null ? 0 : tally(decisions).accepted;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {judged && (
        <>
          <IconButton
            icon={ChevronUp}
            label={t("bar.previous")}
            shortcut={keys.get("drafting.previous_hunk")}
            tooltipSide="top"
            onClick={() => step(scene, -1)}
          />
          <IconButton
            icon={ChevronDown}
            label={t("bar.next")}
            shortcut={keys.get("drafting.next_hunk")}
            tooltipSide="top"
            onClick={() => step(scene, 1)}
          />
        </>
      )}
      {candidate !== undefined && (
        <IconButton
          icon={ReceiptText}
          label={t("bar.receipt")}
          tooltipSide="top"
          onClick={() => showGeneration(candidate.generation)}
        />
      )}
      <IconButton
        icon={RotateCcw}
        label={t("bar.again")}
        tooltipSide="top"
        onClick={() => void repeat(scene)}
      />
      {failed || (decisions !== null && decisions.length === 0) ? (
        <Button size="sm" icon={X} onClick={() => void discard(scene)}>
          {t("bar.close")}
        </Button>
      ) : (
        <>
          <Button size="sm" onClick={() => void discard(scene)}>
            {t("bar.rejectAll")}
          </Button>
          {accepted > 0 && (
            <Button size="sm" title={t("bar.doneHint")} onClick={() => void finish(scene)}>
              {t("bar.done")}
            </Button>
          )}
          <Button
            size="sm"
            variant="primary"
            disabled={!judged}
            aria-keyshortcuts={keys.get("drafting.accept_all")?.replace("CmdOrCtrl", "Control")}
            onClick={() => void decideAll(scene, "accepted")}
          >
            {t("bar.acceptAll")}
          </Button>
        </>
      )}
    </div>
  );
}
