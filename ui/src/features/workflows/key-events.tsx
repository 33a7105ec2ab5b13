// The main events of a chapter, each with a link to its passage.
import { useTranslation } from "react-i18next";
import { goToQuote, type Quoted } from "@/desk/quotes";

const bare = (text: string) => text.replace(/[\p{P}\p{S}\s]/gu, "");

/** Whether two texts have the same words: a quote may have different punctuation. */
function sameWords(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

/** Whether a summary only repeats its events, as when sentences were selected without a model. */
export function saysNoMore(summary: string, events: readonly { text: string }[]): boolean {
  const remainder = events.reduce((rest, { text }) => rest.replace(bare(text), ""), bare(summary));
  return remainder === "";
}

export function KeyEvents({ events }: { events: readonly (Quoted & { text: string })[] }) {
  const { t } = useTranslation("workflows");
  if (events.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <p aria-hidden className="text-xs text-faint">
        {t("summary.events")}
      </p>
      <ul aria-label={t("summary.events")} className="flex min-w-0 flex-col">
        {events.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events stay in their order
          <li key={at}>
            <button
              type="button"
              onClick={() => void goToQuote(event)}
              className="-mx-1.5 flex w-[calc(100%+0.75rem)] min-w-0 flex-col gap-0.5 rounded-md px-1.5 py-1 text-left -outline-offset-2 hover:bg-surface-hover"
            >
              <span className="max-w-full text-sm break-words">{event.text}</span>
              {!sameWords(event.quote, event.text) && (
                <span className="line-clamp-2 max-w-full font-reading text-xs break-words text-faint">
                  {event.quote}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
