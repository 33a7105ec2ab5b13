// The name of a mending, with the chapter of its scene.
import { useTranslation } from "react-i18next";
import { locate } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { MendingView } from "@/ipc/types";
import { sessionName } from "./say";

export function useSessionName(session: Pick<MendingView, "scope" | "title" | "target"> | undefined): string {
  const { t } = useTranslation("mending");
  const isBare = session?.scope === "scene" && session.title === "";
  const { data: outline } = useAnswer("manuscript.outline", isBare ? {} : null);
  if (session === undefined) return "";
  const { target } = session;
  const place = outline === undefined || target === null ? undefined : locate(outline, target);
  return sessionName(t, session, place?.chapter.title);
}
