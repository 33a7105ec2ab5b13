// The messages of a request, one below the other, each of which folds.
import { useTranslation } from "react-i18next";
import { figure } from "./figures";

export interface PromptMessagesProps {
  messages: readonly { role: "system" | "user" | "assistant"; content: string }[];
}

export function PromptMessages({ messages }: PromptMessagesProps) {
  const { t } = useTranslation("components");
  return (
    <div className="flex flex-col gap-2">
      {/* Messages with the author's text are open; the program's own messages are collapsed. */}
      {messages.map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages stay in their order
        <details key={at} open={role !== "system"} className="rounded-lg border border-line">
          <summary className="rounded-lg px-3 py-1.5 text-sm text-subtle hover:text-ink">
            {t("prompt.message", { role: t(`prompt.roles.${role}`), n: figure([...content].length) })}
          </summary>
          {/* A scrolling region must be a Tab stop. */}
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll long messages
            tabIndex={0}
            className="max-h-72 overflow-auto border-t border-line px-3 py-2 font-ui text-sm break-words whitespace-pre-wrap select-text -outline-offset-2"
          >
            {content}
          </pre>
        </details>
      ))}
    </div>
  );
}
