// The window's strings in both languages. Every feature has its own (`features/*/words.ts`); the type `Words` makes a
// missing English string a compile error.
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

/**
 * The namespace of a words file: `../features/binder/words.ts` → `binder`, `../components/words.ts` → `components`,
 * `./words.ts` → `app`.
 */
function namespaceOf(path: string): string {
  return path === "./words.ts" ? "app" : (path.split("/").at(-2) ?? path);
}

/** Every namespace with its strings. */
export const words: Readonly<Record<string, WordsModule>> = Object.fromEntries(
  Object.entries(modules).map(([path, module]) => [namespaceOf(path), module]),
);

/** Initialises i18n with a language, or switches to it. */
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

/** The system's language, or the nearest supported one. */
export function systemLanguage(): LanguageCode {
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}
