// Spelling of the open novel, for its editors. The backend's results are cached by paragraph text until the novel's
// known words change.
import { create } from "zustand";
import type { MisspeltWord } from "@/editor/spelling";
import { type Misspelt, placesIn, type Spelling } from "@/editor/spelling-paragraphs";
import { call } from "@/ipc/host";
import { onForgotten } from "@/ipc/queries";
import { type CharRange, READS } from "@/ipc/types";
import { desk, useDesk } from "./desk";

/** Maximum number of cached paragraphs; a long chapter has a few hundred. */
const MAX_CACHED = 5000;

/** Words ignored until the program ends. */
const ignored = new Set<string>();

class Checked implements Spelling {
  private readonly known = new Map<string, readonly Misspelt[]>();
  /** Spelling cannot be checked: no request is made until something changes. */
  private isOff = false;

  misspelt(paragraph: string): readonly Misspelt[] | undefined {
    return this.isOff ? [] : this.known.get(paragraph);
  }

  async check(paragraphs: readonly string[]): Promise<void> {
    const pieces = paragraphs.filter((paragraph) => this.misspelt(paragraph) === undefined);
    if (pieces.length === 0) return;
    try {
      const { state, pieces: found } = await call("spelling.check", { pieces });
      this.isOff = state !== "ready";
      for (const [at, text] of pieces.entries()) this.keep(text, found[at] ?? []);
    } catch {
      // Nothing is marked, and the next pause tries again.
    }
  }

  private keep(text: string, ranges: readonly CharRange[]): void {
    const oldest = this.known.size < MAX_CACHED ? undefined : this.known.keys().next().value;
    if (oldest !== undefined) this.known.delete(oldest);
    this.known.set(
      text,
      placesIn(text, ranges).filter(({ from, to }) => !ignored.has(text.slice(from, to))),
    );
  }
}

const useChecked = create(() => ({ checked: new Checked() }));

/** Discards cached results: the dictionary or the novel's known words changed. */
export function resetSpelling(): void {
  useChecked.setState({ checked: new Checked() });
}

onForgotten((tags) => {
  if (READS["spelling.check"].some((tag) => tags.includes(tag))) resetSpelling();
});
useDesk.subscribe(({ project }, { project: before }) => {
  if (project?.path === before?.path) return;
  ignored.clear();
  resetSpelling();
});

/** Whether the open novel is spell-checked. */
export function isSpellingChecked(): boolean {
  const { settings, project } = desk();
  return settings.spelling && project?.language === "en";
}

/** The checker of the open novel; null when it is not spell-checked. */
export function useSpelling(): Spelling | null {
  const isOn = useDesk(({ settings, project }) => settings.spelling && project?.language === "en");
  const checked = useChecked((state) => state.checked);
  return isOn ? checked : null;
}

/** How long a menu waits for suggestions, in ms. */
const SUGGESTION_TIMEOUT = 1000;

/** Suggestions for a word, at most five; none when the answer takes too long. */
export async function suggestionsFor({ text }: MisspeltWord): Promise<readonly string[]> {
  const timeout = new Promise<readonly string[]>((resolve) => setTimeout(resolve, SUGGESTION_TIMEOUT, []));
  const answer = call("spelling.suggest", { word: text }).then(({ suggestions }) => suggestions.map(asTyped));
  return Promise.race([answer.catch(() => []), timeout]);
}

/** Applies the punctuation helper's typographic apostrophe. */
function asTyped(word: string): string {
  return desk().settings.punctuation ? word.replaceAll("'", "’") : word;
}

/** Adds a word to the dictionary of the novel. */
export async function addToDictionary(word: string): Promise<void> {
  await call("spelling.add", { word });
}

/** Ignores a word until the program ends. */
export function ignoreSpelling(word: string): void {
  ignored.add(word);
  resetSpelling();
}
