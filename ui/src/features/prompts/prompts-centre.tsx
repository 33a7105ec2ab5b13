// The prompt workshop in the centre of the window: the templates, the selected one, and its preview.
import { ScrollText } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { pressed } from "@/commands/keys";
import { CentreHeader } from "@/components/centre-header";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { Tabs } from "@/components/tabs";
import { show, useDesk } from "@/desk/desk";
import { keysOf } from "@/desk/shortcuts";
import { useAsked } from "@/desk/use-asked";
import type { PlainText } from "@/editor/plain-text";
import { useAnswer } from "@/ipc/queries";
import type { PromptEntry, PromptFault, PromptLanguage, Variable } from "@/ipc/types";
import { keyOf, save } from "./acts";
import { ComparePrompts } from "./compare-prompts";
import type { LineFault } from "./faults";
import { LeaveDialog } from "./leave-dialog";
import { Preview } from "./preview";
import { LanguageSwitch, PromptList, PromptSelect } from "./prompt-list";
import { guard, useWorkshop } from "./state";
import { declaredIn, insertion, otherLanguageAt } from "./template";
import { TemplatePane } from "./template-pane";
import { VariableList } from "./variable-list";
import { VersionList } from "./version-list";

export function PromptsCentre() {
  const { t, i18n } = useTranslation("prompts");
  const answer = useAnswer("prompts.list", {});
  const own: PromptLanguage = i18n.language.startsWith("zh") ? "zh" : "en";
  const language = useWorkshop((state) => state.language) ?? own;
  const chosen = useWorkshop((state) => state.chosen);
  const entries = useMemo(
    () => (answer.data?.prompts ?? []).filter((entry) => entry.language === language),
    [answer.data, language],
  );
  const current =
    entries.find(({ group, key }) => group === chosen?.group && key === chosen.key) ?? entries[0];
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  useEffect(guard, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    const busy = event.defaultPrevented || event.nativeEvent.isComposing;
    if (event.key !== "Escape" || busy || !inside) return;
    // An open popup of a field closes first.
    if (event.target instanceof Element && event.target.closest("[aria-expanded=true]") !== null) return;
    event.preventDefault();
    if (useWorkshop.getState().compared !== null) useWorkshop.setState({ compared: null });
    else show({ kind: "writing" });
  };
  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-label={t("title")}
      onKeyDown={onKeyDown}
      className="@container flex h-full min-h-0 flex-col bg-page text-ink outline-hidden"
    >
      <CentreHeader title={t("title")} backLabel={t("back")} onBack={() => show({ kind: "writing" })}>
        <div className="flex min-w-0 flex-1 @4xl:hidden">
          {entries.length > 0 && <PromptSelect entries={entries} current={current} />}
        </div>
        <span className="hidden flex-1 @4xl:block" />
        <LanguageSwitch language={language} />
      </CentreHeader>
      {answer.error !== null && answer.data === undefined ? (
        <div className="mx-auto w-full max-w-140 p-6">
          <FailureState failure={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      ) : answer.data === undefined ? (
        <LoadingState rows={8} className="p-3" />
      ) : current === undefined ? (
        <EmptyState icon={ScrollText} title={t("none")} text={t("noneText")} />
      ) : (
        <div className="flex min-h-0 flex-1">
          <nav
            aria-label={t("list")}
            className="hidden w-52 shrink-0 flex-col border-r border-line bg-surface pt-1.5 @4xl:flex"
          >
            <PromptList entries={entries} current={current} />
          </nav>
          <Workbench
            key={`${current.group}/${current.key}.${language}`}
            entry={current}
            variables={answer.data.variables}
          />
        </div>
      )}
    </section>
  );
}

/** The selected template with its panes. */
function Workbench({ entry, variables }: { entry: PromptEntry; variables: readonly Variable[] }) {
  const { t } = useTranslation("prompts");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const draft = useWorkshop((state) => state.draft);
  const chosenVersion = useWorkshop((state) => state.version);
  const side = useWorkshop((state) => state.side);
  const compared = useWorkshop((state) => state.compared);
  const editor = useRef<PlainText | null>(null);
  const version = chosenVersion === "in_use" ? entry.in_use : chosenVersion;
  const base = useAnswer("prompts.get", { ...keyOf(entry), id: version });
  // A restored checkpoint may have removed a version.
  const isGone = base.error?.code === "not_found" && !entry.versions.some(({ id }) => id === version);
  useEffect(() => {
    if (isGone) useWorkshop.setState({ version: "in_use" });
  }, [isGone]);
  const text = draft ?? base.data?.template;
  const check = useAsked("prompts.check", text === undefined ? null : { template: text });
  const faults = useFaults(entry, text, check.answer?.faults);
  const declared = useMemo(() => declaredIn(text ?? ""), [text]);

  const insert = (variable: Variable) => {
    const view = editor.current;
    if (view === null) return;
    const { changes, caret } = insertion(view.text(), view.caret(), variable, entry.language);
    if (changes.length > 0) view.edit(changes, caret);
    else view.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isSave = pressed(event.nativeEvent) === keysOf("writing.save");
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!isSave || !inside || event.defaultPrevented || draft === null || !writable) return;
    event.preventDefault();
    if (faults.length === 0) void save(keyOf(entry), entry.in_use);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys bubbling from its children
    <div className="flex min-h-0 min-w-0 flex-1" onKeyDown={onKeyDown}>
      <div className="min-h-0 min-w-0 flex-1">
        {compared === null ? (
          <TemplatePane
            entry={entry}
            version={version}
            base={base.data?.template}
            failure={base.error}
            onRetry={() => void base.refetch()}
            faults={faults}
            editor={editor}
          />
        ) : (
          <ComparePrompts entry={entry} {...compared} />
        )}
      </div>
      <aside
        aria-label={t("sides.label")}
        className="flex min-h-0 w-64 shrink-0 flex-col border-l border-line bg-surface @4xl:w-76 @6xl:w-96"
      >
        <Tabs<"preview" | "variables" | "versions">
          label={t("sides.label")}
          value={side}
          onChange={(next) => useWorkshop.setState({ side: next })}
          className="min-h-0 flex-1"
          items={[
            {
              id: "preview",
              label: t("sides.preview"),
              content: <Preview entry={entry} text={text} check={check} />,
            },
            {
              id: "variables",
              label: t("sides.variables"),
              content: (
                <VariableList
                  variables={variables}
                  declared={declared}
                  writable={writable && compared === null}
                  onInsert={insert}
                />
              ),
            },
            {
              id: "versions",
              label: t("sides.versions"),
              count: entry.versions.length,
              content: <VersionList entry={entry} version={version} />,
            },
          ]}
        />
      </aside>
      <LeaveDialog entry={entry} faulty={faults.length > 0} />
    </div>
  );
}

/** Errors from the backend, and a heading with the wrong language: such a template could not be saved. */
function useFaults(
  entry: PromptEntry,
  text: string | undefined,
  found: readonly PromptFault[] | undefined,
): readonly LineFault[] {
  const { language } = entry;
  return useMemo(() => {
    const line = otherLanguageAt(text ?? "", language);
    if (line === null) return found ?? [];
    const other: LineFault = { line, what: { fault: "other_language", language } };
    return [...(found ?? []), other].sort((one, other) => one.line - other.line);
  }, [found, text, language]);
}
