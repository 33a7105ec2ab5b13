// What the details of a failure say about the project it is about.
import type { Failure, Holder, JsonValue } from "@/ipc/types";
import type { Problem, Target } from "./opening";

function field(details: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof details !== "object" || details === null || Array.isArray(details)) return undefined;
  return details[name];
}

/** Who writes in the project. */
export function holderOf({ details }: Failure): Pick<Holder, "host" | "since"> | null {
  const holder = field(details, "holder");
  const host = field(holder, "host");
  const since = field(holder, "since");
  return typeof host === "string" && typeof since === "number" ? { host, since } : null;
}

/**
 * Whether who writes in the project runs on this very machine, as far as it shows: taking over was refused, which only a living
 * process can do, or the file that names it cannot be read while that process has it.
 */
export function isHeldHere({ failure, mode }: Problem): boolean {
  return failure.code === "project_held" && (mode === "take_over" || holderOf(failure)?.host === "");
}

/** When the newest good backup of a damaged project was made. */
export function backupOf({ details }: Failure): number | null {
  const at = field(details, "backup");
  return typeof at === "number" ? at : null;
}

/** Whether nothing of the file can be read. */
export function isUnreadable({ details }: Failure): boolean {
  return field(details, "unreadable") === true;
}

/** The project that the program was started for, where the failure names it. */
export function targetOf({ details }: Failure): Target | null {
  const path = field(details, "path");
  const name = field(details, "name");
  return typeof path === "string" && typeof name === "string" ? { path, name } : null;
}
