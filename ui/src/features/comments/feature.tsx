import { MessageSquareText } from "lucide-react";
import type { Feature } from "@/desk/feature";
import type { CommentId } from "@/ipc/types";
import { AddCommentDialog } from "./add-comment-dialog";
import { commands } from "./commands";
import { CommentsTab } from "./comments-tab";
import { PlaceCommentDialog } from "./place-comment-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    "add-comment": { passage: Passage };
    "place-comment": { comment: CommentId };
  }
  interface InspectorTabs {
    comments: unknown;
  }
}

export const feature: Feature = {
  place: 225,
  commands,
  dialogs: { AddCommentDialog, PlaceCommentDialog },
  tab: { id: "comments", place: 65, icon: MessageSquareText, content: () => <CommentsTab /> },
};
