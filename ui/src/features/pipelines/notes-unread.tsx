// The hint that working notes have no place in a prompt.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { show } from "@/desk/desk";
import type { ProfileView } from "@/ipc/types";

/** Says for which acts the notes of the profile have no place in the prompt. */
export function NotesUnread({ profile: { notes_unread } }: { profile: ProfileView }) {
  const { t } = useTranslation("pipelines");
  if (notes_unread.length === 0) return null;
  const acts = notes_unread.map((act) => t(`acts.${act}`)).join(t("between"));
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm">
      <p className="min-w-40 flex-1">{t("notesUnread", { acts })}</p>
      <Button size="sm" onClick={() => show({ kind: "prompts" })}>
        {t("seePrompts")}
      </Button>
    </div>
  );
}
