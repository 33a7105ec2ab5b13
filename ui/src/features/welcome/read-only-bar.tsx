// Above the window of a read-only novel: the reason, and a way to write.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { useDesk } from "@/desk/desk";
import { openProject, useOpening } from "./opening";

export function ReadOnlyBar() {
  const { t } = useTranslation("welcome");
  const project = useDesk((desk) => desk.project);
  const { unwritable, busy } = useOpening();
  // A recovered file is reported in the status bar, and is never written.
  if (project === null || project.writable || project.salvaged !== null) return null;
  const { path, name } = project;
  return (
    <section
      aria-label={t("readOnly.label")}
      className="flex shrink-0 items-center gap-3 border-b border-line bg-surface-sunken px-3 py-1 text-sm text-subtle"
    >
      <p className="min-w-0 flex-1 break-words">{t(unwritable ? "readOnly.unwritable" : "readOnly.text")}</p>
      <Button size="sm" busy={busy !== null} onClick={() => void openProject({ path, name })}>
        {t(unwritable ? "readOnly.again" : "readOnly.write")}
      </Button>
    </section>
  );
}
