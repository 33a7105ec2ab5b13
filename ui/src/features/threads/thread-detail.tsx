// One thread in full: its promise, its status, and all its passages.
import { ArrowLeft, Ellipsis, Unlink } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { IconButton } from "@/components/icon-button";
import { Menu } from "@/components/menu";
import { useDesk } from "@/desk/desk";
import type { SceneRef, ThreadView } from "@/ipc/types";
import { removeThread } from "./acts";
import { AnchorList } from "./anchor-list";
import { StatusLine } from "./status-line";
import { ThreadForm } from "./thread-form";

interface ThreadDetailProps {
  /** null: it no longer exists. */
  thread: ThreadView | null;
  at: SceneRef | null;
  onBack: () => void;
}

export function ThreadDetail({ thread, at, onBack }: ThreadDetailProps) {
  const { t } = useTranslation("threads");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const root = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  // Focus moves here from the list, whose row is gone; an author who is writing keeps the focus.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) root.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const inside = root.current?.contains(event.target as Node) === true;
    const goesBack = event.key === "Escape" || (event.altKey && event.key === "ArrowLeft");
    if (!inside || !goesBack || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onBack();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the back key bubbling from its children
    <div
      ref={root}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onKeyDownCapture={(event) => {
        // The button's tooltip consumes Esc.
        if (event.key === "Escape" && event.target === back.current) onBack();
      }}
      className="flex min-h-0 flex-1 flex-col outline-hidden"
    >
      <div className="flex h-10 shrink-0 items-center gap-1 border-b border-line px-2">
        <IconButton
          ref={back}
          icon={ArrowLeft}
          label={t("detail.back")}
          shortcut="Alt+Left"
          onClick={onBack}
        />
        {thread !== null && (
          <h3 title={thread.title} className="min-w-0 flex-1 truncate pl-0.5 text-sm font-medium">
            {thread.title}
          </h3>
        )}
        {thread !== null && (
          <Menu
            align="end"
            trigger={<IconButton icon={Ellipsis} label={t("more", { title: thread.title })} />}
            items={[
              {
                id: "remove",
                label: t("remove"),
                danger: true,
                disabled: !writable,
                onSelect: () => void removeThread(thread.id, thread.title),
              },
            ]}
          />
        )}
      </div>
      {thread === null ? (
        <EmptyState compact icon={Unlink} title={t("detail.missing")} text={t("detail.missingText")} />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          <div className="flex flex-col gap-4 px-4 py-4">
            <StatusLine thread={thread} at={at} writable={writable} />
            <ThreadForm thread={thread} writable={writable} />
          </div>
          <AnchorList thread={thread} writable={writable} />
        </div>
      )}
    </div>
  );
}
