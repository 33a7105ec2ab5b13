// The full messages, each expandable and copyable.
import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import type { RenderedMessage } from "@/ipc/types";
import { copy } from "./acts";
import { marked, placesOf } from "./pieces";
import { Sent } from "./pieces-view";

interface MessageListProps {
  messages: readonly RenderedMessage[];
  /** Passages to highlight wherever they appear. */
  phrases?: readonly string[];
}

export function MessageList({ messages, phrases = [] }: MessageListProps) {
  const { t } = useTranslation("context");
  return (
    <ul className="flex flex-col">
      {messages.map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages never move
        <li key={at}>
          <Disclosure
            title={
              <>
                {t(`roles.${role}`)}
                <span className="ml-1.5 text-xs font-normal text-faint tabular-nums">
                  {t("characters", { n: figure([...content].length) })}
                </span>
              </>
            }
            aside={
              <IconButton
                icon={Copy}
                size="sm"
                label={t("copyMessage", { role: t(`roles.${role}`) })}
                tooltipSide="left"
                onClick={() => void copy(content)}
              />
            }
          >
            <Sent pieces={marked(content, placesOf(content, phrases))} />
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
