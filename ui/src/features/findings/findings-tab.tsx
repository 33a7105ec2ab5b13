// The inspector's tab 问题: the findings of the open scene, its chapter, or the book.
import {
  ChevronDown,
  ChevronUp,
  ListChecks,
  PencilRuler,
  SearchCheck,
  SlidersHorizontal,
} from "lucide-react";
import { type ComponentType, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { momentWithin } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { findingWords } from "@/components/finding-words";
import { GroupedList } from "@/components/grouped-list";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { isFocusLost } from "@/components/lost-focus";
import { ProgressBar } from "@/components/progress-bar";
import { Segmented } from "@/components/segmented";
import { Select } from "@/components/select";
import { SeveritySign } from "@/components/severity-sign";
import { useToday } from "@/components/use-today";
import { openDialog, useDesk } from "@/desk/desk";
import { usePacedAnswer } from "@/desk/paced-answer";
import { useKeys } from "@/desk/shortcuts";
import type { Answer } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { FindingView, MendSessionId, Severity } from "@/ipc/types";
import { goToNext, reveal } from "./acts";
import { type Brought, check, stopChecking, useChecking } from "./checking";
import { FindingDetail } from "./finding-detail";
import { inOrder, SEVERITIES } from "./order";
import { questionOf } from "./question";
import { hasAround, Quoted } from "./quoted";
import { type Reach, setReach, useBase, useFindingsView, useReach } from "./state";

const REACHES: readonly Reach[] = ["scene", "chapter", "book"];
const NOTHING: readonly FindingView[] = [];

interface FindingsTabProps {
  /** The open mendings. */
  open: ComponentType;
  /** One mending. */
  mending: ComponentType<{ session: MendSessionId; onBack: () => void }>;
}

export function FindingsTab({ open, mending: Mending }: FindingsTabProps) {
  const { t } = useTranslation("findings");
  const session = useDesk(({ shown }) => shown.mending ?? null);
  const root = useRef<HTMLElement>(null);
  const before = useRef(session);
  // On return the line of the mending takes the focus, or else the first button, if the focus was in the tab.
  useEffect(() => {
    const previous = before.current;
    before.current = session;
    if (session !== null || previous === null || !isFocusLost()) return;
    const line = root.current?.querySelector<HTMLElement>(`[data-mending="${previous}"] button`);
    (line ?? root.current?.querySelector<HTMLElement>("button[data-mend]"))?.focus();
  }, [session]);
  return (
    <section ref={root} aria-label={t("title")} className="flex h-full min-h-0 flex-col">
      {session === null ? (
        <Findings open={open} />
      ) : (
        <Mending
          key={session}
          session={session}
          onBack={() => useDesk.setState(({ shown }) => ({ shown: { ...shown, mending: null } }))}
        />
      )}
    </section>
  );
}

function Findings({ open: OpenMendings }: Pick<FindingsTabProps, "open">) {
  const { t } = useTranslation("findings");
  const reach = useReach();
  const scene = useBase();
  const { least, waived } = useFindingsView();
  const { data: outline, error: noOutline, refetch: readOutline } = useAnswer("manuscript.outline", {});
  const question = questionOf(reach, scene, outline, waived);
  const answer = usePacedAnswer("check.list", question);
  // The previous answer stays visible until the next one for the same request.
  const last = useRef<{ question: string; data: Answer<"check.list"> } | null>(null);
  const questionKey = JSON.stringify(question);
  if (answer.data !== undefined) last.current = { question: questionKey, data: answer.data };
  const data = answer.data ?? (last.current?.question === questionKey ? last.current.data : undefined);
  const shown = useMemo(
    () =>
      outline === undefined || data === undefined
        ? NOTHING
        : inOrder(
            data.findings.filter(({ state }) => state === "open" || (waived && state === "waived")),
            outline,
            least,
          ),
    [data, outline, least, waived],
  );
  const error = noOutline ?? answer.error;
  return (
    <>
      <Head
        reach={reach}
        count={data === undefined ? null : shown.length}
        checkedAt={data?.checked_at ?? null}
      />
      <OpenMendings />
      {question === null && outline !== undefined ? (
        <EmptyState compact icon={ListChecks} title={t("none.scene")} className="pt-8" />
      ) : data !== undefined ? (
        shown.length > 0 ? (
          <List reach={reach} findings={shown} />
        ) : (
          <Instead reach={reach} answer={data} />
        )
      ) : error !== null ? (
        <div className="p-3">
          <FailureState
            failure={error}
            title={t("failed")}
            onRetry={() => void (noOutline === null ? answer.refetch() : readOutline())}
          />
        </div>
      ) : (
        <LoadingState rows={8} className="pt-2" />
      )}
    </>
  );
}

interface HeadProps {
  reach: Reach;
  count: number | null;
  checkedAt: number | null;
}

function Head({ reach, count, checkedAt }: HeadProps) {
  const { t, i18n } = useTranslation("findings");
  const keys = useKeys();
  const today = useToday();
  const writable = useDesk(({ project }) => project?.writable === true);
  const hasScene = useDesk((state) => state.scene !== null);
  const isJapanese = useDesk(({ project }) => project?.language === "ja");
  const { least, waived } = useFindingsView();
  const base = useBase();
  const isIdle = useChecking((state) => state.reach === null);
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line px-3 py-2">
      <div className="flex flex-wrap items-center gap-1">
        <Segmented
          label={t("reach.label")}
          hideLabel
          value={reach}
          onChange={setReach}
          options={REACHES.map((value) => ({
            value,
            label: t(`reach.${value}`),
            disabled: value !== "book" && !hasScene,
          }))}
        />
        <div className="ml-auto flex items-center gap-1">
          <IconButton
            icon={ChevronUp}
            size="sm"
            label={t("commands.previous")}
            shortcut={keys.get("findings.previous")}
            disabled={count === null || count === 0}
            onClick={() => void goToNext(-1)}
          />
          <IconButton
            icon={ChevronDown}
            size="sm"
            label={t("commands.next")}
            shortcut={keys.get("findings.next")}
            disabled={count === null || count === 0}
            onClick={() => void goToNext(1)}
          />
          <IconButton
            icon={SlidersHorizontal}
            size="sm"
            label={t("commands.rules")}
            tooltipSide="left"
            onClick={() => openDialog({ name: "check-rules" })}
          />
        </div>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Select<Severity>
          className="w-32"
          size="sm"
          label={t("least.label")}
          hideLabel
          value={least}
          onChange={(next) => useFindingsView.setState({ least: next })}
          options={SEVERITIES.map((value) => ({ value, label: t(`least.${value}`) }))}
        />
        <Checkbox
          label={t("showWaived")}
          checked={waived}
          onChange={(next) => useFindingsView.setState({ waived: next })}
        />
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {writable && isIdle && (
          <Button
            size="sm"
            icon={SearchCheck}
            disabled={reach !== "book" && !hasScene}
            onClick={() => void check(reach)}
          >
            {t(`check.${reach}`)}
          </Button>
        )}
        {writable && (
          <Button
            size="sm"
            icon={PencilRuler}
            data-mend
            onClick={() => openDialog({ name: "mend", reach: hasScene ? reach : "book", scene: base })}
          >
            {t("mend.open")}
          </Button>
        )}
        <span className="min-w-0 text-xs break-words text-faint tabular-nums">
          {checkedAt === null
            ? count === null
              ? ""
              : t("neverChecked")
            : t("checked", { when: momentWithin(checkedAt, today, i18n.language) })}
        </span>
      </div>
      {isJapanese && <p className="text-xs break-words text-subtle">{t("japanese")}</p>}
      <Check />
    </div>
  );
}

/** The running check, and the result of the last one. */
function Check() {
  const { t } = useTranslation("findings");
  const { reach, progress, stopping, ended, failure, failed } = useChecking();
  const known = progress !== null && progress.total > 0;
  return (
    <>
      {reach !== null && (
        <ProgressBar
          label={t(`checking.${reach}`)}
          value={known ? progress.done : null}
          max={known ? progress.total : 1}
          text={known ? t("step", { done: figure(progress.done), total: figure(progress.total) }) : undefined}
          stopping={stopping}
          onStop={stopChecking}
        />
      )}
      <p
        role="status"
        className={ended === null ? "sr-only" : "text-xs break-words text-subtle tabular-nums"}
      >
        {ended === null ? "" : ended === "stopped" ? t("stopped") : broughtWords(t, ended)}
      </p>
      {failure !== null && (
        <FailureState failure={failure} title={t("notChecked")} onRetry={() => void check(failed)} />
      )}
    </>
  );
}

type Say = ReturnType<typeof useTranslation<"findings">>["t"];

function broughtWords(t: Say, { found, new: fresh, gone }: Brought): string {
  if (found === 0 && gone === 0) return t("brought.nothing");
  return t("brought.some", { found: figure(found), fresh: figure(fresh), gone: figure(gone) });
}

const idOf = ({ id }: FindingView) => String(id);
const renderRow = (finding: FindingView) => <FindingRow finding={finding} />;

function List({ reach, findings }: { reach: Reach; findings: readonly FindingView[] }) {
  const { t } = useTranslation("findings");
  const shown = useDesk((state) => state.shown.finding ?? null);
  const groupOf = ({ evidence: [first] }: FindingView) => {
    if (reach !== "book" || first === undefined) return null;
    return first.chapter === null ? t("notInBook") : first.chapter_title || t("unnamed");
  };
  const choose = (finding: FindingView) => {
    const isOpen = shown === finding.id;
    useDesk.setState(({ shown: all }) => ({ shown: { ...all, finding: isOpen ? null : finding.id } }));
    if (!isOpen) void reveal(finding);
  };
  return (
    <>
      <p role="status" className="px-3.5 pt-2 text-xs text-faint tabular-nums">
        {t("count", { n: figure(findings.length) })}
      </p>
      <GroupedList
        className="flex-1 pt-1"
        label={t("list")}
        entries={findings}
        idOf={idOf}
        groupOf={groupOf}
        row={renderRow}
        below={(finding) => (finding.id === shown ? <FindingDetail finding={finding} /> : null)}
        isChosen={({ id }) => id === shown}
        onOpen={choose}
      />
    </>
  );
}

function FindingRow({ finding }: { finding: FindingView }) {
  const { t } = useTranslation("findings");
  const { rule, severity, evidence, state, found } = finding;
  const [first] = evidence;
  return (
    <span className="flex min-w-0 items-start gap-2">
      <span className="mt-0.5">
        <SeveritySign severity={severity} />
        <span className="sr-only">{t(`severity.${severity}`)}</span>
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex min-w-0 items-center gap-1.5 text-xs text-faint">
          <span className="min-w-0 truncate">{t(`rules.${rule}.name`)}</span>
          {state === "waived" && <Badge>{t("waived")}</Badge>}
        </span>
        <span className={state === "waived" ? "text-sm break-words text-subtle" : "text-sm break-words"}>
          {findingWords(t, finding)}
        </span>
        {/* Only the place: the sentence above already contains the quote. */}
        {first !== undefined && first.quote !== "" && (first.quote !== found || hasAround(first)) && (
          <Quoted evidence={first} className="line-clamp-2 text-xs leading-4.5 text-subtle" />
        )}
      </span>
    </span>
  );
}

/** The empty state. */
function Instead({ reach, answer }: { reach: Reach; answer: Answer<"check.list"> }) {
  const { t } = useTranslation("findings");
  const writable = useDesk(({ project }) => project?.writable === true);
  const least = useFindingsView((state) => state.least);
  const isIdle = useChecking((state) => state.reach === null);
  if (answer.findings.some(({ state }) => state === "open") && least !== "low") {
    return (
      <EmptyState
        compact
        icon={ListChecks}
        title={t("none.severity")}
        action={
          <Button size="sm" onClick={() => useFindingsView.setState({ least: "low" })}>
            {t("none.all")}
          </Button>
        }
        className="pt-8"
      />
    );
  }
  if (answer.checked_at === null) {
    return (
      <EmptyState
        compact
        icon={SearchCheck}
        title={t("none.unchecked")}
        text={t("none.uncheckedText")}
        action={
          writable &&
          isIdle && (
            <Button size="sm" variant="primary" onClick={() => void check(reach)}>
              {t(`check.${reach}`)}
            </Button>
          )
        }
        className="pt-8"
      />
    );
  }
  return (
    <EmptyState
      compact
      icon={ListChecks}
      title={t("none.clean")}
      text={t("none.cleanText")}
      className="pt-8"
    />
  );
}
