// What was noticed while a project was opened, in words.
import type { TFunction } from "i18next";
import type { Toasts } from "@/components/toast";
import type { OpenedProject } from "@/ipc/types";

export function sayWhatWasNoticed(project: OpenedProject, t: TFunction<"app">, toasts: Toasts): void {
  const { cloud, migrated_from, newer_schema } = project.noticed;
  if (newer_schema !== null) toasts.show({ text: t("notices.newer"), duration: 0 });
  else if (!project.writable) toasts.show(t("notices.readOnly"));
  if (migrated_from !== null) toasts.show(t("notices.migrated"));
  if (cloud === null) return;
  if (cloud.sign === "service")
    toasts.show({ text: t("notices.cloud", { name: cloud.name }), duration: 12_000 });
  else toasts.show({ text: t("notices.conflictCopy", { name: cloud.file }), tone: "danger" });
}
