// Text of the novel that looks like instructions to the model. It is shown, and nothing is removed because of it.
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Patterns with their own label. */
const KNOWN = new Set([
  "ignore_instructions",
  "new_role",
  "system_prompt",
  "role_marker",
  "data_mark",
  "hidden_text",
]);

export function Suspicions({ patterns }: { patterns: readonly string[] }) {
  const { t } = useTranslation("context");
  if (patterns.length === 0) return null;
  const names = [...new Set(patterns)].map((name) => (KNOWN.has(name) ? t(`patterns.${name}`) : name));
  return (
    <div className="flex gap-2 rounded-md bg-warning-soft px-2.5 py-2 text-sm text-warning">
      <TriangleAlert size={15} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="font-medium break-words">{t("suspicions.title", { n: patterns.length })}</p>
        <p className="text-xs break-words">{names.join(t("comma"))}</p>
        <p className="text-xs break-words">{t("suspicions.text")}</p>
      </div>
    </div>
  );
}
