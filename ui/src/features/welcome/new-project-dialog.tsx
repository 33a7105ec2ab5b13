// A new novel: its title, its location, and a first chapter.
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { Field, useFieldIds } from "@/components/field";
import { LanguageField } from "@/components/language-field";
import { TargetField } from "@/components/target-field";
import { TextField } from "@/components/text-field";
import { closeDialog, useDesk } from "@/desk/desk";
import type { ChosenPath, Failure } from "@/ipc/types";
import { type NotCreated, useNewProject } from "./new-project";
import { openProject } from "./opening";

export function NewProjectDialog() {
  const dialog = useDesk((desk) => (desk.dialog?.name === "new-project" ? desk.dialog : null));
  return dialog && <NewProject notCreated={dialog.notCreated} />;
}

type NewProjectState = ReturnType<typeof useNewProject>;

function NewProject({ notCreated }: { notCreated: NotCreated | undefined }) {
  const { t } = useTranslation("welcome");
  const [untitled, setUntitled] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const state = useNewProject(notCreated);
  const { novel, change, busy, failure } = state;
  const submit = () => {
    if (novel.title.trim() !== "") return state.create();
    setUntitled(true);
    first.current?.focus();
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
          value={novel.title}
          maxLength={200}
          onChange={(title) => {
            change({ title });
            setUntitled(false);
          }}
          error={untitled ? t("create.novelMissing") : undefined}
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label={t("create.author")}
            optional
            maxLength={100}
            value={novel.author}
            onChange={(author) => change({ author })}
          />
          <TextField
            label={t("create.chapter")}
            optional
            maxLength={200}
            value={novel.chapter}
            onChange={(chapter) => change({ chapter })}
            hint={t("create.chapterHint")}
          />
        </div>
        <LanguageField
          value={novel.language}
          onChange={(language) => change({ language })}
          hint={t("create.languageHint")}
        />
        <TargetField
          className="w-60"
          label={t("create.target")}
          optional
          value={novel.target}
          onChange={(target) => change({ target })}
        />
        <PlaceField place={state.place} onChoose={state.choosePlace} />
        {failure !== null && <WhyNotCreated failure={failure} state={state} />}
      </div>
    </Dialog>
  );
}

/** Where the file goes. */
function PlaceField({ place, onChoose }: { place: ChosenPath | null; onChoose: () => void }) {
  const { t } = useTranslation("welcome");
  const ids = useFieldIds(undefined, undefined);
  return (
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
        <Button size="sm" onClick={onChoose}>
          {t("create.choosePlace")}
        </Button>
      </div>
    </Field>
  );
}

/** Why the novel was not created, and the ways on: the novel that is there, or another place. */
function WhyNotCreated({ failure, state }: { failure: Failure; state: NewProjectState }) {
  const { t } = useTranslation("welcome");
  const { place, createElsewhere } = state;
  return (
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
          <Button size="sm" onClick={createElsewhere}>
            {t("create.otherPlace")}
          </Button>
        </>
      }
    />
  );
}
