// The JSON of a profile with its faults, checked as it is typed.
import { CircleAlert, Save } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { pressed } from "@/commands/keys";
import { Button } from "@/components/button";
import { PlainTextEditor } from "@/components/plain-text-editor";
import { Segmented } from "@/components/segmented";
import { openDialog, useDesk } from "@/desk/desk";
import { useKeys } from "@/desk/shortcuts";
import { useAsked } from "@/desk/use-asked";
import type { PlainText } from "@/editor/plain-text";
import type { ProfilePlace, WorkflowFault } from "@/ipc/types";
import { save } from "./acts";
import { NotesUnread } from "./notes-unread";
import { leaving, useProfiles } from "./state";

interface ProfileEditorProps {
  name: string;
  text: string;
  /** Where the profile is stored. */
  from: ProfilePlace;
}

export function ProfileEditor({ name, text, from }: ProfileEditorProps) {
  const { t, i18n } = useTranslation("pipelines");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const [to, setTo] = useState<ProfilePlace>(writable ? from : "machine");
  const [busy, setBusy] = useState(false);
  const editor = useRef<PlainText | null>(null);
  const keys = useKeys();
  const id = useId();
  const check = useAsked("pipeline.validate", { text });
  const faults = check.answer?.errors ?? [];
  const keep = async () => {
    setBusy(true);
    await save(text, to);
    setBusy(false);
  };
  const canSave = !busy && check.settled && check.answer !== undefined && faults.length === 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressed(event.nativeEvent) !== keys.get("writing.save")) return;
    event.preventDefault();
    if (canSave) void keep();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the editor inside
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <PlainTextEditor
        text={text}
        label={t("editor", { name })}
        describedBy={id}
        lang={i18n.language}
        readOnly={false}
        faults={faults.map(({ line }) => line)}
        editor={editor}
        onEdit={(next) => useProfiles.setState({ draft: next })}
      />
      <div id={id} className="max-h-40 shrink-0 overflow-y-auto border-t border-line px-3 py-1.5">
        <p role="status" className="text-xs text-subtle">
          {check.answer === undefined
            ? t("checking")
            : faults.length === 0
              ? t("valid")
              : t("faulty", { n: faults.length })}
        </p>
        {check.answer?.profile != null && <NotesUnread profile={check.answer.profile} />}
        {faults.length > 0 && <Faults faults={faults} onGo={(line) => editor.current?.goToLine(line)} />}
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface px-3 py-2">
        <Segmented<ProfilePlace>
          label={t("saveTo")}
          hideLabel
          value={to}
          onChange={setTo}
          options={[
            { value: "novel", label: t("origins.novel"), disabled: !writable },
            { value: "machine", label: t("origins.machine") },
          ]}
        />
        <p className="min-w-40 flex-1 text-xs text-faint">{t(writable ? "sameId" : "readOnly")}</p>
        <Button
          disabled={busy || !check.settled || faults.length > 0}
          onClick={() => openDialog({ name: "try-profile", profile: "", title: name, text })}
        >
          {t("tryOut")}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={() => leaving(() => undefined)}>
          {t("discard")}
        </Button>
        <Button variant="primary" icon={Save} busy={busy} disabled={!canSave} onClick={() => void keep()}>
          {t("save")}
        </Button>
      </footer>
    </div>
  );
}

/** The names in the message of a fault, and the one that it suggests. */
export function namesIn(message: string): { names: string[]; nearest: string | null } {
  const nearest = /did you mean `([^`]+)`/i.exec(message);
  const about = nearest === null ? message : message.slice(0, nearest.index);
  return {
    names: [...about.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
    nearest: nearest?.[1] ?? null,
  };
}

function Faults({ faults, onGo }: { faults: readonly WorkflowFault[]; onGo: (line: number) => void }) {
  const { t } = useTranslation("pipelines");
  const wordsOf = (code: WorkflowFault["code"], message: string) => {
    const { names, nearest } = namesIn(message);
    const what = t(`faults.${code}`);
    // What follows the name of a handler is the phase.
    const quoted = (code === "unknown_handler" ? names.slice(0, 1) : names)
      .map((name) => t("faultQuoted", { name }))
      .join(t("between"));
    const named = quoted === "" ? what : t("faultOf", { what, names: quoted });
    return nearest === null ? named : t("faultNearest", { what: named, name: nearest });
  };
  return (
    <ul aria-label={t("faultsLabel")} className="flex flex-col gap-px text-sm">
      {faults.map(({ line, column, code, message }) => (
        <li key={`${line} ${column} ${message}`}>
          <button
            type="button"
            onClick={() => onGo(line)}
            className="flex w-full gap-2 rounded-md px-1 py-0.5 text-left -outline-offset-2 hover:bg-surface-hover"
          >
            <CircleAlert size={14} strokeWidth={1.75} aria-hidden className="mt-0.75 shrink-0 text-danger" />
            <span className="shrink-0 text-subtle tabular-nums">{t("place", { line, column })}</span>
            <span className="flex min-w-0 flex-col">
              <span>{wordsOf(code, message)}</span>
              <span className="text-xs break-words text-faint">{message}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
