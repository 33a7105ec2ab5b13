// Notices about what was found while a project was opened.
import type { TFunction } from "i18next";
import type { ToastOptions, Toasts } from "@/components/toast";
import { openDialog } from "@/desk/desk";
import type { OpenedProject } from "@/ipc/types";

/** The notice of damage, with an action that leads to the remedies. */
export function damageNotice(text: string, t: TFunction<"app">): ToastOptions {
  return {
    text,
    detail: t("damage:noticedTodo"),
    tone: "danger",
    action: { label: t("damage:what"), onSelect: () => openDialog({ name: "damage" }) },
  };
}

export function showOpeningNotices(project: OpenedProject, t: TFunction<"app">, toasts: Toasts): void {
  const { cloud, migrated_from, newer_schema } = project.noticed;
  if (project.salvaged !== null) toasts.show(damageNotice(t("damage:noticedSalvaged"), t));
  else if (newer_schema !== null) toasts.show({ text: t("notices.newer"), duration: 0 });
  if (migrated_from !== null) toasts.show(t("notices.migrated"));
  if (cloud === null) return;
  if (cloud.sign === "service")
    toasts.show({ text: t("notices.cloud", { name: cloud.name }), duration: 12_000 });
  else toasts.show({ text: t("notices.conflictCopy", { name: cloud.file }), tone: "danger" });
}
