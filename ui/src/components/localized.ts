// Texts that the backend has in both languages.
import { useTranslation } from "react-i18next";

/** A text in both languages. */
export interface InBoth {
  zh: string;
  en: string;
}

/** The text in the window's language; in the other one if it is missing. */
export function localized(text: InBoth, language: string): string {
  const [first, second] = language.startsWith("zh") ? [text.zh, text.en] : [text.en, text.zh];
  return first || second;
}

/** The same as a hook. */
export function useLocalized(): (text: InBoth) => string {
  const { i18n } = useTranslation();
  return (text) => localized(text, i18n.language);
}
