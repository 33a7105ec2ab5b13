// The selected template: its text, its errors, and saving it as a version.
import { Check, Ellipsis, FileDown, FileUp, RotateCcw, Save } from "lucide-react";
import { type RefObject, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Menu } from "@/components/menu";
import { PlainTextEditor } from "@/components/plain-text-editor";
import { TextField } from "@/components/text-field";
import { useDesk } from "@/desk/desk";
import type { PlainText } from "@/editor/plain-text";
import type { Failure, PromptEntry } from "@/ipc/types";
import { enable, exportFile, importFile, keyOf, save } from "./acts";
import { FaultList } from "./fault-list";
import type { LineFault } from "./faults";
import { nextNumber, versionName } from "./names";
import { discard, leaving, useWorkshop, type Version } from "./state";

export interface TemplatePaneProps {
  entry: PromptEntry;
  /** The version in the editor, before any changes. */
  version: Version;
  /** The text of that version; undefined while loading. */
  base: string | undefined;
  failure: Failure | null;
  onRetry: () => void;
  faults: readonly LineFault[];
  editor: RefObject<PlainText | null>;
}

export function TemplatePane(props: TemplatePaneProps) {
  const { entry, version, base, failure, onRetry, faults, editor } = props;
  const { t } = useTranslation("prompts");
  const id = useId();
  const writable = useDesk((state) => state.project?.writable ?? false);
  const draft = useWorkshop((state) => state.draft);
  const text = draft ?? base;
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col">
      <Header entry={entry} version={version} />
      <RefusedFile />
      {failure !== null && draft === null ? (
        <div className="p-4">
          <FailureState failure={failure} onRetry={onRetry} />
        </div>
      ) : text === undefined ? (
        <LoadingState rows={12} className="min-h-0 flex-1" />
      ) : (
        <PlainTextEditor
          key={`${entry.group}/${entry.key}.${entry.language}`}
          text={text}
          label={t("editor", { title: entry.title })}
          describedBy={id}
          lang={entry.language === "zh" ? "zh-CN" : "en"}
          readOnly={!writable}
          faults={faults.map(({ line }) => line)}
          editor={editor}
          onEdit={(next) => useWorkshop.setState({ draft: next === base ? null : next, version })}
        />
      )}
      <div id={id} className="max-h-36 shrink-0 overflow-y-auto border-t border-line px-1.5 empty:border-0">
        {faults.length > 0 && (
          <div className="py-1.5">
            <p role="status" className="px-2 pb-1 text-xs text-subtle">
              {t("faulty", { n: faults.length })}
            </p>
            <FaultList
              label={t("faultsLabel")}
              faults={faults}
              onGo={(line) => editor.current?.goToLine(line)}
            />
          </div>
        )}
      </div>
      <Footer
        entry={entry}
        version={version}
        faulty={faults.length > 0}
        onKept={() => editor.current?.focus()}
      />
    </div>
  );
}

function Header({ entry, version }: Pick<TemplatePaneProps, "entry" | "version">) {
  const { t } = useTranslation("prompts");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const of = keyOf(entry);
  const name = versionName(t, entry, version);
  const isInUse = version === entry.in_use;
  return (
    <header className="flex shrink-0 items-start gap-2 border-b border-line bg-surface py-2 pr-2 pl-3">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex min-w-0 items-center gap-2">
          <h3 className="min-w-0 truncate text-sm font-medium">{entry.title}</h3>
          <Badge tone={isInUse ? "accent" : "neutral"}>{name}</Badge>
          {isInUse && <span className="shrink-0 text-xs text-faint">{t("inUse")}</span>}
        </div>
        <p className="truncate text-xs text-subtle" title={entry.description}>
          {entry.description}
        </p>
      </div>
      {!isInUse && (
        <Button
          size="sm"
          icon={Check}
          disabled={!writable}
          onClick={() => leaving(() => void enable(of, version, entry.in_use, name))}
        >
          {t("enable")}
        </Button>
      )}
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={t("more")} />}
        items={[
          {
            id: "import",
            label: t("import.menu"),
            icon: FileUp,
            disabled: !writable,
            onSelect: () => leaving(() => void importFile(of, entry.in_use)),
          },
          {
            id: "export",
            label: t("export.menu", { name }),
            icon: FileDown,
            onSelect: () => void exportFile(of, version, name),
          },
          { kind: "separator", id: "one" },
          {
            id: "reset",
            label: t("reset"),
            icon: RotateCcw,
            disabled: !writable || entry.in_use === null,
            onSelect: () => leaving(() => void enable(of, null, entry.in_use, t("shipped"))),
          },
        ]}
      />
    </header>
  );
}

/** A chosen file that cannot be used. */
function RefusedFile() {
  const { t } = useTranslation("prompts");
  const refused = useWorkshop((state) => state.refused);
  if (refused === null) return null;
  return (
    <div role="alert" className="flex shrink-0 flex-col gap-1 border-b border-line bg-surface px-1.5 py-2">
      <div className="flex items-start gap-2 px-2">
        <p className="min-w-0 flex-1 text-sm font-medium break-words">
          {t("import.refused", { file: refused.file })}
        </p>
        <Button size="sm" variant="ghost" onClick={() => useWorkshop.setState({ refused: null })}>
          {t("import.dismiss")}
        </Button>
      </div>
      <p className="px-2 text-sm text-subtle">{t("import.refusedText")}</p>
      <div className="max-h-36 overflow-y-auto">
        <FaultList label={t("faultsLabel")} faults={refused.faults} />
      </div>
    </div>
  );
}

interface FooterProps {
  entry: PromptEntry;
  version: Version;
  faulty: boolean;
  /** The field and button are gone: focus moves to the template. */
  onKept: () => void;
}

function Footer({ entry, version, faulty, onKept }: FooterProps) {
  const { t } = useTranslation("prompts");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const unsaved = useWorkshop((state) => state.draft !== null);
  const note = useWorkshop((state) => state.note);
  const [busy, setBusy] = useState(false);
  if (!unsaved) {
    return (
      <footer className="flex min-h-12 shrink-0 items-center border-t border-line bg-surface px-3 py-2">
        <p className="text-xs text-faint">{t(writable ? "untouched" : "readOnly")}</p>
      </footer>
    );
  }
  const keep = async () => {
    setBusy(true);
    const saved = await save(keyOf(entry), entry.in_use);
    setBusy(false);
    if (saved) onKept();
  };
  return (
    <footer className="shrink-0 border-t border-line bg-surface px-3 py-2">
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!faulty && !busy) void keep();
        }}
      >
        <TextField
          label={t("note")}
          hideLabel
          placeholder={t("notePlaceholder")}
          value={note}
          onChange={(next) => useWorkshop.setState({ note: next })}
          className="min-w-48 flex-1"
        />
        <div className="ml-auto flex min-w-0 items-center gap-2">
          <Button variant="ghost" disabled={busy} onClick={discard}>
            {t("discard", { name: versionName(t, entry, version) })}
          </Button>
          <Button type="submit" variant="primary" icon={Save} busy={busy} disabled={!writable || faulty}>
            {t("save", { n: nextNumber(entry) })}
          </Button>
        </div>
      </form>
    </footer>
  );
}
