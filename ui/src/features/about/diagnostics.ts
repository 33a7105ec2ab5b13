// Diagnostics that may be shared: never a path, a title or manuscript text.
import type { ApplicationState, Settings } from "@/ipc/types";

/** The program and its platform, one fact per line. */
export function diagnostics(application: ApplicationState | null, settings: Settings, agent: string): string {
  return [
    `Wenfang ${application?.version ?? "?"}${application?.debug === true ? " (debug)" : ""}`,
    `platform: ${application?.platform ?? "?"}`,
    `engine: ${agent}`,
    `language: ${settings.language ?? "system"}, theme: ${settings.theme}, scale: ${settings.interface_scale}`,
    `project: ${application?.project == null ? "none" : application.project.writable ? "open" : "open for reading"}`,
    `settings: ${application?.settings_were_broken === true ? "put aside as unreadable" : "read"}`,
  ].join("\n");
}
