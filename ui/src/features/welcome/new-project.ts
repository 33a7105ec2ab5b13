// Creating a novel: what the author enters, where the file goes, and what can go wrong.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { closeDialog, openDialog } from "@/desk/desk";
import { fileNameFor } from "@/desk/file-name";
import { holdTyping, whileHolding } from "@/desk/held-typing";
import { flushAll } from "@/desk/open-scenes";
import { isHeldBack } from "@/desk/unsaved";
import { call, toFailure } from "@/ipc/host";
import type { ChosenPath, Failure, NovelLanguage } from "@/ipc/types";

export interface NewNovel {
  language: NovelLanguage;
  title: string;
  author: string;
  /** The title of the first chapter. */
  chapter: string;
  /** The target length of each new chapter. */
  target: number | null;
}

/** Creates a novel and opens it. Text typed meanwhile goes into its first chapter. */
async function createIn({ path }: ChosenPath, novel: NewNovel): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await whileHolding(async () => {
    await flushAll();
    await call("project.create", {
      path,
      title: novel.title.trim(),
      author: novel.author.trim(),
      language: novel.language,
      chapter_target: novel.target,
      first_chapter: novel.chapter.trim(),
    });
    holdTyping();
  });
}

/** A novel that could not be created. */
export interface NotCreated {
  novel: NewNovel;
  place: ChosenPath;
  failure: Failure;
}

/** The novel to create, and the acts of its dialog. It starts with what could not be created, if anything. */
export function useNewProject(before: NotCreated | undefined) {
  const { t, i18n } = useTranslation("welcome");
  const [novel, setNovel] = useState<NewNovel>(
    before?.novel ?? {
      language: i18n.language === "en" ? "en" : "zh",
      title: "",
      author: "",
      chapter: t("create.chapterDefault"),
      target: null,
    },
  );
  const [place, setPlace] = useState<ChosenPath | null>(before?.place ?? null);
  const [failure, setFailure] = useState<Failure | null>(before?.failure ?? null);
  const [busy, setBusy] = useState(false);

  const choosePlace = async (): Promise<ChosenPath | null> => {
    const { path } = await call("window.choose", {
      kind: "new_project",
      title: t("create.chooseTitle"),
      name: fileNameFor(novel.title, "wenfang", t("create.untitled")),
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
    if (at === null || isHeldBack(() => void create(at))) return;
    // The author may already be typing the first sentence, which belongs to the new novel and not to the dialog.
    closeDialog();
    try {
      await createIn(at, novel);
    } catch (thrown) {
      openDialog({ name: "new-project", notCreated: { novel, place: at, failure: toFailure(thrown) } });
    }
  };
  return {
    novel,
    change: (changes: Partial<NewNovel>) => setNovel((before) => ({ ...before, ...changes })),
    place,
    failure,
    busy,
    choosePlace: () => void inBusy(async () => void (await choosePlace())),
    /** Creates the novel in the chosen place, which is asked for if there is none. */
    create: () => void inBusy(async () => create(place ?? (await choosePlace()))),
    createElsewhere: () => void inBusy(async () => create(await choosePlace())),
  };
}
