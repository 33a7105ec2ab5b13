// How the words of the open novel are spelt, for its editors: what the backend said of a paragraph is kept by its words, until
// what the novel knows has changed.
import { create } from "zustand";
import type { MisspeltWord } from "@/editor/spelling";
import { type Misspelt, placesIn, type Spelling } from "@/editor/spelling-paragraphs";
import { call } from "@/ipc/host";
import { onForgotten } from "@/ipc/queries";
import { type CharRange, READS } from "@/ipc/types";
import { desk, useDesk } from "./desk";

/** Paragraphs that are kept in mind; a long chapter has a few hundred. */
const MOST_KEPT = 5000;

/** Words that are let be until the program ends. */
const ignored = new Set<string>();

class Checked implements Spelling {
  private readonly known = new Map<string, readonly Misspelt[]>();
  /** Spelling cannot be checked: nobody is asked again until something has changed. */
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
      // Nothing is marked, and the next pause asks again.
    }
  }

  private keep(text: string, ranges: readonly CharRange[]): void {
    const oldest = this.known.size < MOST_KEPT ? undefined : this.known.keys().next().value;
    if (oldest !== undefined) this.known.delete(oldest);
    this.known.set(
      text,
      placesIn(text, ranges).filter(({ from, to }) => !ignored.has(text.slice(from, to))),
    );
  }
}

const useChecked = create(() => ({ checked: new Checked() }));

/** Holds words against the dictionary anew: it is another one, or the novel knows other words. */
export function checkSpellingAnew(): void {
  useChecked.setState({ checked: new Checked() });
}

onForgotten((tags) => {
  if (READS["spelling.check"].some((tag) => tags.includes(tag))) checkSpellingAnew();
});
useDesk.subscribe(({ project }, { project: before }) => {
  if (project?.path === before?.path) return;
  ignored.clear();
  checkSpellingAnew();
});

/** Whether words of the open novel are held against a dictionary. */
export function isSpellingChecked(): boolean {
  const { settings, project } = desk();
  return settings.spelling && project?.language === "en";
}

/** What words are held against; null where none are. */
export function useSpelling(): Spelling | null {
  const isOn = useDesk(({ settings, project }) => settings.spelling && project?.language === "en");
  const checked = useChecked((state) => state.checked);
  return isOn ? checked : null;
}

/** A menu waits so long for suggestions, ms. */
const PATIENCE = 1000;

/** What may be meant by a word, at most five; none when the answer takes too long. */
export async function suggestionsFor({ text }: MisspeltWord): Promise<readonly string[]> {
  const late = new Promise<readonly string[]>((resolve) => setTimeout(resolve, PATIENCE, []));
  const asked = call("spelling.suggest", { word: text }).then(({ suggestions }) => suggestions.map(asTyped));
  return Promise.race([asked.catch(() => []), late]);
}

/** With the apostrophe that the punctuation helper makes of a straight one. */
function asTyped(word: string): string {
  return desk().settings.punctuation ? word.replaceAll("'", "’") : word;
}

/** Adds a word to the dictionary of the novel. */
export async function addToDictionary(word: string): Promise<void> {
  await call("spelling.add", { word });
}

/** Lets a word be until the program ends. */
export function ignoreSpelling(word: string): void {
  ignored.add(word);
  checkSpellingAnew();
}
