// The variables a template may use, with explanations. A click inserts one at the caret.
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import type { Variable } from "@/ipc/types";

interface VariableListProps {
  variables: readonly Variable[];
  /** Those declared in the heading. */
  declared: ReadonlySet<string>;
  writable: boolean;
  onInsert: (variable: Variable) => void;
}

export function VariableList({ variables, declared, writable, onInsert }: VariableListProps) {
  const { t, i18n } = useTranslation("prompts");
  const zh = i18n.language.startsWith("zh");
  return (
    <div className="flex flex-col gap-2 px-1.5 py-3">
      <p className="px-2 text-xs text-subtle">{t("variables.hint")}</p>
      <ul aria-label={t("variables.label")} className="flex flex-col gap-px">
        {variables.map((variable) => (
          <li key={variable.name}>
            <button
              type="button"
              disabled={!writable}
              onClick={() => onInsert(variable)}
              className="flex w-full min-w-0 flex-col gap-0.5 rounded-md px-2 py-1.5 text-left -outline-offset-2 enabled:hover:bg-surface-hover"
            >
              <span className="flex min-w-0 items-center gap-2">
                <code className="min-w-0 truncate font-mono text-xs">{variable.name}</code>
                {declared.has(variable.name) && <Badge>{t("variables.declared")}</Badge>}
              </span>
              <span className="flex min-w-0 gap-2 text-xs text-subtle">
                <span className="min-w-0 flex-1 break-words">{zh ? variable.zh : variable.en}</span>
                <span className="shrink-0 text-faint">{t(`kinds.${variable.kind}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
