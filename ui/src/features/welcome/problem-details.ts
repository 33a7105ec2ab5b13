// Parses failure details about a project.
import type { Failure, Holder, JsonValue } from "@/ipc/types";
import type { Problem, Target } from "./opening";

function field(details: JsonValue | undefined, name: string): JsonValue | undefined {
  if (typeof details !== "object" || details === null || Array.isArray(details)) return undefined;
  return details[name];
}

/** The process that is writing in the project. */
export function holderOf({ details }: Failure): Pick<Holder, "host" | "since"> | null {
  const holder = field(details, "holder");
  const host = field(holder, "host");
  const since = field(holder, "since");
  return typeof host === "string" && typeof since === "number" ? { host, since } : null;
}

/**
 * Whether the project is held by a process on this machine, as far as known: the lock file names this machine, taking
 * over was refused, which only a living process can do, or the lock file cannot be read while that process holds it.
 */
export function isHeldHere({ failure, mode }: Problem): boolean {
  if (failure.code !== "project_held") return false;
  const here = field(failure.details, "here") === true;
  return here || mode === "take_over" || holderOf(failure)?.host === "";
}

/** The time of the newest good backup of a damaged project. */
export function backupOf({ details }: Failure): number | null {
  const at = field(details, "backup");
  return typeof at === "number" ? at : null;
}

/** Whether nothing in the file can be read. */
export function isUnreadable({ details }: Failure): boolean {
  return field(details, "unreadable") === true;
}

/** The file given at program start, if the failure names it. */
export function targetOf({ details }: Failure): Target | null {
  const path = field(details, "path");
  const name = field(details, "name");
  return typeof path === "string" && typeof name === "string" ? { path, name } : null;
}
