// The words of the window in the two languages. Every feature brings its own (`features/*/words.ts`); the type
// `Words` makes a missing English word an error of the compiler.
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { plural } from "./plural";

export type LanguageCode = "zh" | "en";

interface WordsModule {
  zh: object;
  en: object;
}

const modules = import.meta.glob<WordsModule>(
  ["../features/*/words.ts", "../components/words.ts", "./words.ts"],
  {
    eager: true,
  },
);

/** `../features/binder/words.ts` → `binder`, `../components/words.ts` → `components`, `./words.ts` → `app`. */
export function namespaceOf(path: string): string {
  return path === "./words.ts" ? "app" : (path.split("/").at(-2) ?? path);
}

/** Every namespace with its words. */
export const words: Readonly<Record<string, WordsModule>> = Object.fromEntries(
  Object.entries(modules).map(([path, module]) => [namespaceOf(path), module]),
);

/** Starts with a language, or changes to it. */
export async function startI18n(language: LanguageCode): Promise<void> {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  if (i18next.isInitialized) {
    await i18next.changeLanguage(language);
    return;
  }
  const resources = (code: LanguageCode) =>
    Object.fromEntries(Object.entries(words).map(([namespace, module]) => [namespace, module[code]]));
  await i18next
    .use(initReactI18next)
    .use(plural)
    .init({
      lng: language,
      fallbackLng: "zh",
      resources: { zh: resources("zh"), en: resources("en") },
      interpolation: { escapeValue: false },
      returnNull: false,
      postProcess: plural.name,
    });
}

/** The language of the system, as far as we speak it. */
export function systemLanguage(): LanguageCode {
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}
