// Facts of a preview: tokens, model, context layers, and text that looks like instructions.
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import type { ContextPreview } from "@/ipc/types";

export function PreviewFacts({ preview }: { preview: ContextPreview }) {
  const { t } = useTranslation("prompts");
  const { tokens, budget, length, target, layers, suspicions } = preview;
  const model = target === null ? t("facts.noModel") : `${target.provider_name} · ${target.model}`;
  const facts: [string, string][] = [
    [t("facts.tokens"), t("facts.ofWindow", { n: figure(tokens), window: figure(budget.window) })],
    [t("facts.answer"), figure(budget.answer)],
    ...(length > 0
      ? [[t("facts.length"), t("facts.characters", { n: figure(length) })] as [string, string]]
      : []),
    [t("facts.model"), model],
  ];
  return (
    <div className="flex flex-col gap-3 text-xs">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-subtle">{name}</dt>
            <dd className="break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-label={t("facts.layers")} className="flex flex-col gap-1.5">
        <h4 className="font-medium text-subtle">{t("facts.layers")}</h4>
        <ul className="flex flex-col gap-1.5">
          {layers.map(({ layer, used, budget: most }) => (
            <li key={layer} className="flex flex-col gap-0.5">
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate">{t(`layers.${layer}`)}</span>
                <span className="shrink-0 text-subtle tabular-nums">
                  {t("facts.ofMost", { n: figure(used), most: figure(most) })}
                </span>
              </span>
              <span aria-hidden className="h-1 overflow-hidden rounded-full bg-surface-hover">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${most === 0 ? 0 : Math.min(100, (used / most) * 100)}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      </section>
      {suspicions.length > 0 && (
        <div role="note" className="flex gap-2 rounded-md bg-warning-soft px-2.5 py-2 text-warning">
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden className="mt-px shrink-0" />
          <div className="min-w-0 break-words">
            <p>{t("facts.suspicious")}</p>
            <p>{[...new Set(suspicions)].map((name) => suspicion(t, name)).join(t("facts.between"))}</p>
          </div>
        </div>
      )}
    </div>
  );
}

const SUSPICIONS: readonly string[] = [
  "ignore_instructions",
  "new_role",
  "system_prompt",
  "role_marker",
  "data_mark",
  "hidden_text",
];

function suspicion(t: ReturnType<typeof useTranslation<"prompts">>["t"], name: string): string {
  return SUSPICIONS.includes(name) ? t(`suspicions.${name}`) : name;
}
