// The `spelling` dialog: the dictionary used for the novel, and the novel's own words.
import { SpellCheck } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { NamesField } from "@/components/names-field";
import { Select } from "@/components/select";
import { closeDialog, useDesk } from "@/desk/desk";
import { resetSpelling } from "@/desk/spelling";
import { type Acting, useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { SpellingDictionaries } from "@/ipc/types";
import { BookWords } from "./book-words";

export function SpellingDialog() {
  const open = useDesk(({ dialog }) => dialog?.name === "spelling");
  return open ? <Open /> : null;
}

function Open() {
  const { t } = useTranslation("spelling");
  const [found, setFound] = useState<SpellingDictionaries | null>(null);
  const acting = useAct();
  const { act, failure } = acting;
  // The author may have installed one since the last scan.
  const look = useCallback(
    () =>
      void act(async () => {
        setFound(await call("spelling.dictionaries", {}));
        resetSpelling();
      }),
    [act],
  );
  useEffect(look, [look]);
  return (
    <Dialog open onClose={closeDialog} title={t("title")} description={t("text")}>
      <div className="flex flex-col gap-5">
        {failure !== null && <FailureState failure={failure} onRetry={look} />}
        {found === null ? (
          failure === null && <LoadingState rows={4} />
        ) : found.state === "not_english" ? (
          <EmptyState compact icon={SpellCheck} title={t("notEnglish.title")} text={t("notEnglish.text")} />
        ) : found.dictionaries.length === 0 ? (
          <EmptyState
            compact
            icon={SpellCheck}
            title={t("none.title")}
            text={t("none.text", { folder: found.own_folder })}
            action={<Button onClick={look}>{t("dictionary.again")}</Button>}
          />
        ) : (
          <Dictionary {...{ found, setFound, acting, look }} />
        )}
        <OwnWords />
        {found?.state === "ready" && <BookWords />}
      </div>
    </Dialog>
  );
}

/** The list value for the system's choice. */
const BY_SYSTEM = "system";

interface DictionaryProps {
  found: SpellingDictionaries;
  setFound: (found: SpellingDictionaries) => void;
  acting: Acting;
  look: () => void;
}

function Dictionary({ found, setFound, acting: { act, busy }, look }: DictionaryProps) {
  const { t, i18n } = useTranslation("spelling");
  const writable = useDesk(({ project }) => project?.writable ?? false);
  const { chosen, used, dictionaries, trouble, own_folder: folder } = found;
  const nameOf = (name: string) => languageName(name, i18n.language);
  const choose = (value: string) =>
    void act(async () =>
      setFound(await call("spelling.choose", { dictionary: value === BY_SYSTEM ? null : value })),
    );
  const bySystem = {
    value: BY_SYSTEM,
    label:
      chosen === null && used !== null
        ? t("dictionary.bySystem", { name: nameOf(used) })
        : t("dictionary.system"),
  };
  const options = dictionaries.map(({ name, folder: hint }) => ({ value: name, label: nameOf(name), hint }));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <Select
          className="min-w-0 flex-1"
          label={t("dictionary.label")}
          value={chosen ?? BY_SYSTEM}
          onChange={choose}
          options={[bySystem, ...options]}
          disabled={!writable || busy}
        />
        <Button onClick={look} disabled={busy}>
          {t("dictionary.again")}
        </Button>
      </div>
      {trouble !== null && (
        <p role="alert" className="text-sm break-words text-danger">
          {t("unusable", { why: trouble })}
        </p>
      )}
      <p className="text-xs break-words text-faint">{t("dictionary.folder", { folder })}</p>
    </div>
  );
}

/** `en_GB` as a readable name. */
function languageName(name: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "language" }).of(name.replaceAll("_", "-")) ?? name;
  } catch {
    return name;
  }
}

function OwnWords() {
  const { t } = useTranslation("spelling");
  const writable = useDesk(({ project }) => project?.writable ?? false);
  const { data, error, refetch } = useAnswer("spelling.words", {});
  const { act, failure } = useAct();
  if (error !== null) return <FailureState failure={error} onRetry={() => void refetch()} />;
  const words = data?.words ?? [];
  const change = (next: readonly string[]) =>
    void act(async () => {
      for (const word of words.filter((one) => !next.includes(one))) await call("spelling.remove", { word });
      for (const word of next.filter((one) => !words.includes(one))) await call("spelling.add", { word });
    });
  return (
    <div className="flex flex-col gap-2">
      {failure !== null && <FailureState failure={failure} />}
      <NamesField
        label={t("words.label")}
        hint={t("words.hint")}
        placeholder={t("words.placeholder")}
        value={words}
        onChange={change}
        readOnly={!writable}
      />
    </div>
  );
}
