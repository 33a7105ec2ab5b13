// A new novel: its title, its location, and a first chapter.
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { Field, useFieldIds } from "@/components/field";
import { LanguageField } from "@/components/language-field";
import { TextField } from "@/components/text-field";
import { closeDialog, useDesk } from "@/desk/desk";
import { fileNameFor } from "@/desk/file-name";
import { flushAll } from "@/desk/open-scenes";
import { isHeldBack } from "@/desk/unsaved";
import { call, toFailure } from "@/ipc/host";
import type { ChosenPath, Failure, NovelLanguage } from "@/ipc/types";
import { openProject } from "./opening";

export function NewProjectDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "new-project");
  return open ? <NewProject /> : null;
}

function NewProject() {
  const { t, i18n } = useTranslation("welcome");
  const [language, setLanguage] = useState<NovelLanguage>(i18n.language === "en" ? "en" : "zh");
  const [title, setTitle] = useState("");
  const [author, setAuthor] = useState("");
  const [chapter, setChapter] = useState(() => t("create.chapterDefault"));
  const [place, setPlace] = useState<ChosenPath | null>(null);
  const [untitled, setUntitled] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const ids = useFieldIds(undefined, undefined);

  const choosePlace = async (): Promise<ChosenPath | null> => {
    const { path } = await call("window.choose", {
      kind: "new_project",
      title: t("create.chooseTitle"),
      name: fileNameFor(title, "wenfang", t("create.untitled")),
    });
    if (path !== null) setPlace(path);
    return path;
  };
  const inBusy = async (act: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (thrown) {
      setFailure(toFailure(thrown));
    } finally {
      setBusy(false);
    }
  };
  const create = async (at: ChosenPath | null) => {
    if (at === null || isHeldBack(() => void inBusy(() => create(at)))) return;
    await flushAll();
    await call("project.create", {
      path: at.path,
      title: title.trim(),
      author: author.trim(),
      language,
      first_chapter: chapter.trim(),
    });
    closeDialog();
  };
  const submit = () => {
    if (title.trim() === "") {
      setUntitled(true);
      first.current?.focus();
      return;
    }
    void inBusy(async () => create(place ?? (await choosePlace())));
  };

  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={submit}
      initialFocus={first}
      title={t("create.title")}
      description={t("create.description")}
      footer={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            {t("components:cancel")}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t("create.submit")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          ref={first}
          label={t("create.novel")}
          value={title}
          maxLength={200}
          onChange={(next) => {
            setTitle(next);
            setUntitled(false);
          }}
          error={untitled ? t("create.novelMissing") : undefined}
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label={t("create.author")}
            optional
            maxLength={100}
            value={author}
            onChange={setAuthor}
          />
          <TextField
            label={t("create.chapter")}
            optional
            maxLength={200}
            value={chapter}
            onChange={setChapter}
            hint={t("create.chapterHint")}
          />
        </div>
        <LanguageField value={language} onChange={setLanguage} hint={t("create.languageHint")} />
        <Field label={t("create.place")} plainLabel ids={ids}>
          <div className="flex min-w-0 items-center gap-3">
            {place === null ? (
              <p className="min-w-0 flex-1 truncate text-sm text-faint">{t("create.noPlace")}</p>
            ) : (
              <p className="flex min-w-0 flex-1 flex-col" title={place.folder}>
                <span className="truncate text-sm">{place.name}</span>
                <span className="truncate text-xs text-faint">{place.folder}</span>
              </p>
            )}
            <Button size="sm" onClick={() => void inBusy(async () => void (await choosePlace()))}>
              {t("create.choosePlace")}
            </Button>
          </div>
        </Field>
        {failure !== null && (
          <FailureState
            failure={failure}
            actions={
              <>
                {failure.code === "file_exists" && place !== null && (
                  <Button
                    size="sm"
                    onClick={() => {
                      closeDialog();
                      void openProject(place);
                    }}
                  >
                    {t("create.openIt")}
                  </Button>
                )}
                <Button size="sm" onClick={() => void inBusy(async () => create(await choosePlace()))}>
                  {t("create.otherPlace")}
                </Button>
              </>
            }
          />
        )}
      </div>
    </Dialog>
  );
}
