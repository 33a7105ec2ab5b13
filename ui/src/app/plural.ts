// Singular and plural of English words that follow a number.
import type { PostProcessorModule } from "i18next";

/** The two forms of an ending or of some words: `{{n}} scene{|s}`, `{{n}} entr{y|ies}`, `{{n}} {is a draft|are drafts}`. */
const FORMS = /\{([a-z ]*)\|([a-z ]*)\}/g;
const NUMBER = /\d[\d,.]*\d[kM]?|\d[kM]?/g;

/** Chooses the form by the nearest preceding number; the plural when there is none. */
export function chosenForms(text: string): string {
  return text.replace(FORMS, (_, one: string, many: string, at: number) => {
    const number = text.slice(0, at).match(NUMBER)?.at(-1);
    return number === "1" ? one : many;
  });
}

export const plural: PostProcessorModule = {
  type: "postProcessor",
  name: "plural",
  process: chosenForms,
};
