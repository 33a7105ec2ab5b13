// The name of a mending.
import { useTranslation } from "react-i18next";
import type { MendingView } from "@/ipc/types";
import { sessionName } from "./say";

export function useSessionName(session: Pick<MendingView, "scope" | "title"> | undefined): string {
  const { t } = useTranslation("mending");
  return session === undefined ? "" : sessionName(t, session);
}
