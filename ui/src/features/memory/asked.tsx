// The names and queries that were looked up.
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Disclosure } from "@/components/disclosure";
import type { MemoryQueries } from "@/ipc/types";

export function Asked({ queries: { entities, queries } }: { queries: MemoryQueries }) {
  const { t } = useTranslation("memory");
  return (
    <section aria-label={t("asked.title")}>
      <Disclosure title={t("asked.title")} heading="h3">
        <div className="flex min-w-0 flex-col gap-2 pl-4.5">
          <div className="flex min-w-0 flex-col gap-1">
            <h4 className="text-xs text-faint">{t("asked.entities")}</h4>
            {entities.length === 0 ? (
              <p className="text-sm text-subtle">{t("asked.none")}</p>
            ) : (
              <ul className="flex min-w-0 flex-wrap gap-1">
                {entities.map((name) => (
                  <li key={name} className="flex max-w-full">
                    <Badge>{name}</Badge>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div className="flex min-w-0 flex-col gap-1">
            <h4 className="text-xs text-faint">{t("asked.queries")}</h4>
            {queries.length === 0 ? (
              <p className="text-sm text-subtle">{t("asked.none")}</p>
            ) : (
              <ol className="flex list-decimal flex-col gap-0.5 pl-5 text-sm text-subtle">
                {queries.map((query, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: queries stay in their order
                  <li key={at} className="break-words select-text">
                    {query}
                  </li>
                ))}
              </ol>
            )}
          </div>
        </div>
      </Disclosure>
    </section>
  );
}
