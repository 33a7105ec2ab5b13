// The rendered messages of a template in full.
import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { copyText } from "@/components/copy-text";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { notify } from "@/desk/notices";
import type { RenderedMessage } from "@/ipc/types";

export function Messages({ messages }: { messages: readonly RenderedMessage[] }) {
  const { t } = useTranslation("prompts");
  const copy = async (content: string) => {
    const done = await copyText(content);
    notify(done ? { text: t("messages.copied") } : { tone: "danger", text: t("messages.copyFailed") });
  };
  return (
    <ol aria-label={t("messages.label")} className="flex flex-col gap-3">
      {messages.map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message is identified by its index
        <li key={at} className="min-w-0 rounded-lg border border-line bg-surface-raised">
          <div className="flex items-center gap-2 border-b border-line py-0.5 pr-1 pl-3 text-xs">
            <span className="font-medium">{t(`roles.${role}`)}</span>
            <span className="text-faint tabular-nums">
              {t("messages.characters", { n: figure([...content].length) })}
            </span>
            <span className="flex-1" />
            <IconButton
              icon={Copy}
              size="sm"
              label={t("messages.copy", { role: t(`roles.${role}`) })}
              onClick={() => void copy(content)}
            />
          </div>
          <p className="px-3 py-2 text-sm leading-5.5 break-words whitespace-pre-wrap select-text">
            {content}
          </p>
        </li>
      ))}
    </ol>
  );
}
