// The language of a novel; each option is in its own language.
import { useTranslation } from "react-i18next";
import { Segmented } from "./segmented";

const LANGUAGES = [
  { value: "zh", label: "中文" },
  { value: "en", label: "English" },
  { value: "ja", label: "日本語" },
] as const;

type Language = (typeof LANGUAGES)[number]["value"];

export interface LanguageFieldProps {
  /** null: unknown. */
  value: Language | null;
  onChange: (language: Language) => void;
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

export function LanguageField({ value, hint, ...rest }: LanguageFieldProps) {
  const { t } = useTranslation("components");
  // Japanese is not supported as fully as the other languages.
  const withLimits = (
    <>
      {hint !== undefined && <span className="block">{hint}</span>}
      <span className="block">{t("novelInJapanese")}</span>
    </>
  );
  return (
    <Segmented<Language | "unknown">
      {...rest}
      hint={value === "ja" ? withLimits : hint}
      label={t("novelLanguage")}
      value={value ?? "unknown"}
      onChange={(next) => next !== "unknown" && rest.onChange(next)}
      options={LANGUAGES}
    />
  );
}
