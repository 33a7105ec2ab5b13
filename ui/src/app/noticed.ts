// What was noticed while a project was opened, in words.
import type { TFunction } from "i18next";
import type { ToastOptions, Toasts } from "@/components/toast";
import { openDialog } from "@/desk/desk";
import type { OpenedProject } from "@/ipc/types";

/** What is said of damage, with the way to what can be done. */
export function damageNotice(text: string, t: TFunction<"app">): ToastOptions {
  return {
    text,
    detail: t("damage:noticedTodo"),
    tone: "danger",
    action: { label: t("damage:what"), onSelect: () => openDialog({ name: "damage" }) },
  };
}

export function sayWhatWasNoticed(project: OpenedProject, t: TFunction<"app">, toasts: Toasts): void {
  const { cloud, migrated_from, newer_schema } = project.noticed;
  if (project.salvaged !== null) toasts.show(damageNotice(t("damage:noticedSalvaged"), t));
  else if (newer_schema !== null) toasts.show({ text: t("notices.newer"), duration: 0 });
  if (migrated_from !== null) toasts.show(t("notices.migrated"));
  if (cloud === null) return;
  if (cloud.sign === "service")
    toasts.show({ text: t("notices.cloud", { name: cloud.name }), duration: 12_000 });
  else toasts.show({ text: t("notices.conflictCopy", { name: cloud.file }), tone: "danger" });
}
