// The find and replace panel above the text: query, options and scope, current match, and replacement.
import {
  ArrowDown,
  ArrowUp,
  CaseSensitive,
  ChevronDown,
  ChevronRight,
  Regex,
  WholeWord,
  X,
} from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { useFailureWords } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { Segmented } from "@/components/segmented";
import { TextField } from "@/components/text-field";
import { openDialog, useDesk } from "@/desk/desk";
import { useKeys } from "@/desk/shortcuts";
import type { Failure } from "@/ipc/types";
import { closeFind, type FindDialog, useFind } from "./find";
import { type Problem, problemOf } from "./problem";
import { ReplaceRow } from "./replace-row";
import { goOn, keepSearching, recallQuery, searchSoon, setAnchor, setComposing, setQuery } from "./search";

/** Renders nothing unless the panel is open. */
export function FindBar() {
  const dialog = useDesk((state) => (state.dialog?.name === "find" ? state.dialog : null));
  return dialog === null ? null : <Bar dialog={dialog} />;
}

function useProblemWords(): (problem: Problem) => string {
  const { t } = useTranslation("find");
  return ({ key, values, problemKey }) =>
    t(key, { ...values, ...(problemKey === undefined ? {} : { problem: t(problemKey) }) });
}

/** Searches while the panel is open, and focuses the query field each time the command is run. */
function useFocusedQuery(scope: FindDialog["scope"]) {
  const input = useRef<HTMLInputElement>(null);
  const focusTurn = useFind((state) => state.focusTurn);
  useEffect(keepSearching, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses again each time the command is run
  useEffect(() => {
    setAnchor();
    input.current?.focus();
    input.current?.select();
    searchSoon(false);
  }, [focusTurn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches again when the scope changes
  useEffect(() => searchSoon(false, 0), [scope]);
  return input;
}

function onEscape(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || event.key !== "Escape") return;
  event.preventDefault();
  closeFind();
}

function Bar({ dialog }: { dialog: FindDialog }) {
  const { t } = useTranslation("find");
  const { found, failure } = useFind();
  const say = useProblemWords();
  const { scope, replace } = dialog;
  const input = useFocusedQuery(scope);
  const problem = failure === null ? null : problemOf(failure);
  // If there is a results list, it shows search failures.
  const shownFailure =
    failure !== null && problem === null && (scope === "scene" || found !== null) ? failure : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every screen reader supports the element "search" yet
    <div
      role="search"
      aria-label={t("label")}
      onKeyDown={onEscape}
      // In a low window it scrolls, so that the text or the matches below it stay in sight.
      className="@container flex max-h-[45%] shrink-0 flex-col gap-1.5 overflow-y-auto border-b border-line bg-surface px-2 py-1.5"
    >
      <div className="flex flex-wrap items-start gap-1.5">
        <div className="flex h-8 items-center">
          <IconButton
            icon={replace ? ChevronDown : ChevronRight}
            size="sm"
            label={t(replace ? "hideReplace" : "showReplace")}
            aria-expanded={replace}
            onClick={() => openDialog({ name: "find", scope, replace: !replace })}
          />
        </div>
        <QueryField
          ref={input}
          error={problem !== null && !problem.ofReplacement ? say(problem) : undefined}
        />
        <Steps />
        <Segmented
          label={t("scope.label")}
          hideLabel
          value={scope}
          onChange={(next) => openDialog({ name: "find", scope: next, replace })}
          options={(["scene", "chapter", "book"] as const).map((value) => ({
            value,
            label: t(`scope.${value}`),
          }))}
          className="@max-xl:order-2 @max-xl:w-full @max-xl:pl-7.5"
        />
        <div className="flex h-8 items-center">
          <IconButton icon={X} label={t("close")} shortcut="Escape" onClick={closeFind} />
        </div>
      </div>
      {replace && <ReplaceRow problem={problem?.ofReplacement === true ? say(problem) : undefined} />}
      {shownFailure !== null && <SearchFailure failure={shownFailure} />}
    </div>
  );
}

/** The field of the replacement, if it is there and can be written in. */
function replacementField(from: Element): HTMLElement | null {
  return (
    from.closest("[role=search]")?.querySelector<HTMLElement>("[data-replacement]:not(:disabled)") ?? null
  );
}

/**
 * Enter goes to the next match, with Shift to the previous; ↑ and ↓ recall queries. Tab goes to the replacement: the
 * options of the query come before it only on the way back.
 */
function onQueryKey(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing) return;
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const isTab = event.key === "Tab" && plain && !event.shiftKey;
  const replacement = isTab ? replacementField(event.currentTarget) : null;
  if (replacement !== null) replacement.focus();
  else if (event.key === "Enter" && plain) void goOn(event.shiftKey ? -1 : 1);
  else if (event.key === "ArrowUp" && plain) recallQuery(1);
  else if (event.key === "ArrowDown" && plain) recallQuery(-1);
  else return;
  event.preventDefault();
}

interface QueryFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  error: string | undefined;
}

function QueryField({ ref, error }: QueryFieldProps) {
  const { t } = useTranslation("find");
  const query = useFind((state) => state.query);
  return (
    <TextField
      ref={ref}
      label={t("query")}
      hideLabel
      placeholder={t("query")}
      maxLength={1000}
      value={query}
      onChange={setQuery}
      onKeyDown={onQueryKey}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      error={error}
      className="min-w-32 flex-1 @max-sm:min-w-24"
      suffix={<QueryOptions />}
    />
  );
}

/** How the query is matched. */
function QueryOptions() {
  const { t } = useTranslation("find");
  const { matching, case: letters, wholeWords } = useFind();
  const change = (option: Partial<ReturnType<typeof useFind.getState>>) => {
    useFind.setState(option);
    searchSoon(true, 0);
  };
  return (
    <div className="-mr-1 flex gap-0.5">
      <IconButton
        icon={CaseSensitive}
        size="sm"
        // Below them is the field of the replacement.
        tooltipSide="top"
        label={t("exactCase")}
        pressed={letters === "exact"}
        onClick={() => change({ case: letters === "exact" ? "ignore" : "exact" })}
      />
      <IconButton
        icon={WholeWord}
        size="sm"
        tooltipSide="top"
        label={t("wholeWords")}
        pressed={wholeWords && matching === "plain"}
        // A regular expression defines word boundaries itself.
        disabled={matching === "regex"}
        onClick={() => change({ wholeWords: !wholeWords })}
      />
      <IconButton
        icon={Regex}
        size="sm"
        tooltipSide="top"
        label={t("regex")}
        pressed={matching === "regex"}
        onClick={() => change({ matching: matching === "regex" ? "plain" : "regex" })}
      />
    </div>
  );
}

/** The current match, and the ways to its neighbours. */
function Steps() {
  const { t } = useTranslation("find");
  const keys = useKeys();
  return (
    <div className="flex h-8 shrink-0 items-center gap-0.5 @max-[26rem]:order-1 @max-[26rem]:w-full @max-[26rem]:pl-7.5">
      <Place />
      <IconButton
        icon={ArrowUp}
        label={t("previous")}
        shortcut={keys.get("find.previous")}
        onClick={() => void goOn(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t("next")}
        shortcut={keys.get("find.next")}
        onClick={() => void goOn(1)}
      />
    </div>
  );
}

function SearchFailure({ failure }: { failure: Failure }) {
  const { t } = useTranslation("find");
  const { title, safe } = useFailureWords()(failure);
  return (
    <p role="alert" className="flex items-center gap-2 pl-8 text-xs text-danger">
      <span className="min-w-0 break-words">
        {title} {safe}
      </span>
      <Button size="sm" variant="ghost" onClick={() => searchSoon(false, 0)}>
        {t("wrong.again")}
      </Button>
    </p>
  );
}

/** The current match and the total. */
function Place() {
  const { t } = useTranslation("find");
  const { query, found, current, searching, failure } = useFind();
  const total = found?.total ?? 0;
  const nothing = query === "" || (failure !== null && found === null);
  const at = current < 0 ? "–" : figure(current + 1);
  const text = nothing
    ? ""
    : found === null
      ? searching
        ? "…"
        : ""
      : total === 0
        ? t("none")
        : t("place", { at, n: figure(total) });
  const said =
    found === null || nothing
      ? ""
      : total === 0
        ? t("none")
        : current < 0
          ? text
          : t("placeSaid", { at, n: figure(total) });
  return (
    <span className="min-w-16 px-1 @max-sm:min-w-0 text-center text-xs whitespace-nowrap text-subtle tabular-nums">
      <span aria-hidden>{text}</span>
      <span role="status" className="sr-only">
        {said}
      </span>
    </span>
  );
}
