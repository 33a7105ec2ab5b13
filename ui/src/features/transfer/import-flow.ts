// The import flow, from choosing a text to the chapters in the manuscript. It lives outside of the dialog: without an
// open project it creates one on the way, and the window around the dialog changes with that.
import i18next from "i18next";
import { create } from "zustand";
import { closeDialog, desk, openDialog } from "@/desk/desk";
import { fileNameFor, stemOf } from "@/desk/file-name";
import { goToScene } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { call, type Job, type JobProgress, run, toFailure } from "@/ipc/host";
import type { ChosenPath, Failure, Imported, NovelLanguage, SceneId } from "@/ipc/types";
import { firstChapterOf, type ImportPlan, planOf } from "./plan";
import { type ImportOptions, NO_OPTIONS, requestFor } from "./split-choice";

/** The state of the import plan. */
export type Preview =
  /** The options are incomplete. */
  | { state: "none" }
  | { state: "reading" }
  | { state: "ready"; imported: Imported; plan: ImportPlan }
  | { state: "failed"; failure: Failure };

export type Phase = "choosing" | "creating" | "importing" | "done";

interface ImportFlow {
  source: (ChosenPath & { kind: "file" | "folder" }) | null;
  options: ImportOptions;
  /** Whether the encoding matters: a document or a project says itself how its bytes are read. */
  isPlain: boolean;
  /** The new novel, if none is open. */
  novel: {
    title: string;
    author: string;
    /** null: the language detected in the text. */
    language: NovelLanguage | null;
    place: ChosenPath | null;
  };
  /** The author typed the title; it is no longer guessed. */
  titled: boolean;
  /** A title is required and missing. */
  untitled: boolean;
  /** Title of the project that this flow created. */
  created: string | null;
  phase: Phase;
  preview: Preview;
  progress: JobProgress | null;
  stopping: boolean;
  stopped: boolean;
  failure: Failure | null;
  result: { imported: Imported; plan: ImportPlan; first: SceneId | null } | null;
}

const INITIAL: ImportFlow = {
  source: null,
  options: NO_OPTIONS,
  isPlain: true,
  novel: { title: "", author: "", language: null, place: null },
  titled: false,
  untitled: false,
  created: null,
  phase: "choosing",
  preview: { state: "none" },
  progress: null,
  stopping: false,
  stopped: false,
  failure: null,
  result: null,
};

export const useImport = create<ImportFlow>(() => INITIAL);

const state = () => useImport.getState();
const change = (part: Partial<ImportFlow>) => useImport.setState(part);

/** The backend's refusal of the pattern. */
export function patternRefusal({ options, preview }: Pick<ImportFlow, "options" | "preview">): string | null {
  const refused = preview.state === "failed" && preview.failure.code === "bad_request";
  return refused && options.split === "pattern" ? preview.failure.message : null;
}

/** Whether bytes could not be decoded, which another encoding may mend. */
function isUndecodable({ details }: Failure): boolean {
  return typeof details === "object" && details !== null && "encoding" in details;
}

/** Incremented with each preview request: older answers are dropped. */
let previews = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let reading: Job<"import.preview"> | null = null;
let importing: Job<"project.import"> | null = null;

/** Debounce of typing a pattern, ms. */
const TYPING_DEBOUNCE = 350;

/** Whether the text goes into an open project. */
export function hasProject(): boolean {
  return state().created !== null || desk().project !== null;
}

function dropPreview(): number {
  clearTimeout(timer);
  reading?.stop();
  reading = null;
  previews += 1;
  return previews;
}

/**
 * The language of the new novel: the chosen or detected one, or that of the window if the text is too short to tell;
 * null while the text is being read.
 */
export function languageOfNovel({
  novel,
  preview,
}: Pick<ImportFlow, "novel" | "preview">): NovelLanguage | null {
  if (novel.language !== null || preview.state !== "ready") return novel.language;
  return preview.imported.language ?? (i18next.language.startsWith("zh") ? "zh" : "en");
}

/** Requests the import plan of the source. */
export async function preview(): Promise<void> {
  const own = dropPreview();
  const { source, options } = state();
  const request = source === null ? null : requestFor(source.path, options);
  if (request === null) return change({ preview: { state: "none" } });
  change({ preview: { state: "reading" }, failure: null, stopped: false });
  const job = run("import.preview", request);
  reading = job;
  try {
    const imported = await job.answer;
    if (own !== previews) return;
    const plan = planOf(imported);
    const isPlain = plan.tool === null && (plan.format === null || source?.kind === "folder");
    change({ preview: { state: "ready", imported, plan }, isPlain });
    const { titled, novel } = state();
    if (!titled) {
      change({ novel: { ...novel, title: plan.title ?? novel.title, author: plan.author ?? novel.author } });
    }
  } catch (thrown) {
    if (own !== previews) return;
    const failure = toFailure(thrown);
    // A text whose bytes do not decode may have any name.
    const isPlain = state().isPlain || isUndecodable(failure);
    change({ preview: { state: "failed", failure }, isPlain });
  }
}

/** Lets the author choose a text. */
export async function chooseSource(kind: "file" | "folder"): Promise<void> {
  try {
    const { path } = await call("window.choose", {
      kind: kind === "file" ? "import_file" : "import_folder",
      title: i18next.t(kind === "file" ? "transfer:import.chooseFile" : "transfer:import.chooseFolder"),
    });
    if (path !== null) await takeSource(path, kind);
  } catch (thrown) {
    change({ failure: toFailure(thrown) });
  }
}

/** Whether something is being created or imported, so that the source cannot change. */
export function isImportRunning(): boolean {
  return state().phase === "creating" || state().phase === "importing";
}

/** Names of texts whose encoding is not known. */
const PLAIN = /\.(txt|md|markdown)$|^[^.]+$/i;

/** Takes a text that the author chose or dropped. What was imported before is left behind. */
export async function takeSource(path: ChosenPath, kind: "file" | "folder"): Promise<void> {
  if (state().phase === "done") forgetFlow();
  const { novel, titled } = state();
  const stem = kind === "file" ? stemOf(path.name) : path.name.replace(/\.scriv$/i, "");
  const title = titled ? novel.title : stem.replace(/[《》]/g, "").trim();
  const isPlain = kind === "file" && PLAIN.test(path.name);
  change({ source: { ...path, kind }, novel: { ...novel, title }, isPlain });
  await preview();
}

/** Changes options and refreshes the preview, debounced for typed ones. */
export function setOptions(options: Partial<ImportOptions>): void {
  change({ options: { ...state().options, ...options } });
  dropPreview();
  const typed = "pattern" in options || "titles" in options;
  if (typed) timer = setTimeout(() => void preview(), TYPING_DEBOUNCE);
  else void preview();
}

/** Changes the data of the new novel. */
export function setNovel(novel: Partial<ImportFlow["novel"]>): void {
  change({
    novel: { ...state().novel, ...novel },
    ...("title" in novel || "author" in novel ? { titled: true, untitled: false } : {}),
  });
}

/** Lets the author choose where the new project goes. */
export async function choosePlace(): Promise<ChosenPath | null> {
  const { path } = await call("window.choose", {
    kind: "new_project",
    title: i18next.t("transfer:import.placeTitle"),
    name: fileNameFor(state().novel.title, "wenfang", i18next.t("transfer:untitled")),
  });
  if (path !== null) setNovel({ place: path });
  return path;
}

/** The window may have closed the dialog when the project changed; the flow continues. */
function stayOpen(): void {
  if (desk().dialog?.name !== "import") openDialog({ name: "import" });
}

async function createProject(): Promise<boolean> {
  const { novel } = state();
  const title = novel.title.trim();
  if (title === "") {
    change({ untitled: true });
    return false;
  }
  const place = novel.place ?? (await choosePlace());
  if (place === null) return false;
  change({ phase: "creating" });
  await flushAll();
  await call("project.create", {
    path: place.path,
    title,
    author: novel.author.trim(),
    language: languageOfNovel(state()),
    first_chapter: "",
  });
  change({ created: title });
  return true;
}

/** The next step: creates the project if none is open, then shows the chapters, or imports those shown. */
export async function proceed(): Promise<void> {
  change({ failure: null, stopped: false });
  try {
    if (!hasProject() && !(await createProject())) return;
    if (state().preview.state === "ready") return await importAll();
    await preview();
  } catch (thrown) {
    const failure = toFailure(thrown);
    change(failure.code === "stopped" ? { stopped: true } : { failure });
  } finally {
    if (state().phase !== "done") change({ phase: "choosing" });
    if (state().source !== null) stayOpen();
  }
}

async function importAll(): Promise<void> {
  const { source, options } = state();
  const request = source === null ? null : requestFor(source.path, options);
  if (request === null) return;
  change({ phase: "importing", progress: null, stopping: false });
  await flushAll();
  const before = new Set(await chapters().then((all) => all.map(({ id }) => id)));
  importing = run("project.import", request, (progress) => change({ progress }));
  if (state().stopping) importing.stop();
  try {
    const imported = await importing.answer;
    const added = (await chapters()).filter(({ id }) => !before.has(id));
    const plan = planOf(imported);
    // Not the title page or a note before the first heading.
    const first = (added[firstChapterOf(plan)] ?? added[0])?.scenes[0]?.id ?? null;
    change({ phase: "done", result: { imported, plan, first } });
  } finally {
    importing = null;
  }
}

async function chapters() {
  const outline = await call("manuscript.outline", {});
  return outline.volumes.flatMap((volume) => volume.chapters);
}

/** Requests a stop of the running import. */
export function stopImport(): void {
  change({ stopping: true });
  importing?.stop();
}

/** Leaves the flow, and opens the first imported chapter if `go`. */
export function leave(go: boolean): void {
  const { created, phase, result } = state();
  forgetFlow();
  closeDialog();
  const first = result?.first ?? null;
  // A new manuscript has nothing else to open.
  if (first !== null && (go || result?.imported.into_new === true)) goToScene(first);
  if (created !== null && phase !== "done") {
    notify({ text: i18next.t("transfer:import.emptyProject", { title: created }) });
  }
}

/** Resets the flow, unless something is running. */
export function forgetFlow(): void {
  if (isImportRunning()) return;
  dropPreview();
  useImport.setState(INITIAL);
}
