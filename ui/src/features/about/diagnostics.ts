// What may be sent to whoever helps: never a path, a title, or a word of the manuscript.
import type { ApplicationState, Settings } from "@/ipc/types";

/** The program and what it runs on, a line each. */
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
