// What was looked up: names and questions.
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { cx } from "@/components/class-names";
import type { MemoryQueries } from "@/ipc/types";

export function Asked({ queries: { entities, queries } }: { queries: MemoryQueries }) {
  const { t } = useTranslation("memory");
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section aria-label={t("asked.title")} className="flex min-w-0 flex-col">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className="flex min-h-7 min-w-0 items-center gap-1 rounded-sm text-left text-sm font-medium hover:text-accent"
        >
          <ChevronRight
            size={14}
            strokeWidth={2}
            aria-hidden
            className={cx(
              "shrink-0 text-faint transition-transform motion-reduce:transition-none",
              open && "rotate-90",
            )}
          />
          {t("asked.title")}
        </button>
      </h3>
      {open && (
        <div id={id} className="flex min-w-0 flex-col gap-2 pt-1 pl-4.5">
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
      )}
    </section>
  );
}
