// One thread in full: its promise, its status, and all its passages.
import { Ellipsis, Unlink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { DetailPane } from "@/components/detail-pane";
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
  return (
    <DetailPane
      title={thread?.title}
      onBack={onBack}
      actions={
        thread !== null && (
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
        )
      }
    >
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
    </DetailPane>
  );
}
