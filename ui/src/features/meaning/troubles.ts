// Failures of a model as values: the file, the reason, the servers tried.
import type { Failure } from "@/ipc/types";

/** Problems of a folder's file, as the backend names them. */
const FAULTS = [
  "missing",
  "length",
  "unreadable",
  "faulty",
  "family",
  "not_built_in",
  "not_tensors",
  "tensor",
  "tokenizer",
];

/** A faulty file of a model, and why. */
export interface FileTrouble {
  file: string;
  /** A words key. */
  reason: string;
}

/** The faulty file of a model; null if the failure names none that we know. */
export function fileTrouble({ code, details }: Pick<Failure, "code" | "details">): FileTrouble | null {
  const [file, reason] = [field(details, "file"), field(details, "fault")];
  if (code !== "model_unusable" || typeof file !== "string" || typeof reason !== "string") return null;
  return FAULTS.includes(reason) ? { file, reason } : null;
}

/** Files that do not match the published ones, from a failed check. */
export function damagedFiles({ details }: Pick<Failure, "details">): readonly string[] {
  const damaged = field(details, "damaged");
  return Array.isArray(damaged) ? damaged.filter((name) => typeof name === "string") : [];
}

/** A server that was tried, and the result. */
export interface TriedServer {
  host: string;
  /** A words key. */
  trouble: string;
  status: number | null;
}

/** Why a download failed. */
export interface DownloadTrouble {
  reason: "no_network" | "refused" | "wrong_bytes";
  file: string;
  tried: readonly TriedServer[];
}

const DOWNLOADS: readonly DownloadTrouble["reason"][] = ["no_network", "refused", "wrong_bytes"];
const TROUBLES = ["unreachable", "broken", "status", "redirect", "size", "hash"];

/** Why a download failed; null for another failure. */
export function downloadTrouble({ code, details }: Failure): DownloadTrouble | null {
  const reason = DOWNLOADS.find((one) => one === field(details, "reason"));
  if (code !== "download_failed" || reason === undefined) return null;
  const file = field(details, "file");
  const tried = field(details, "tried");
  return {
    reason,
    file: typeof file === "string" ? file : "",
    tried: (Array.isArray(tried) ? tried : []).flatMap((one: unknown) => {
      const [host, trouble, status] = ["host", "trouble", "status"].map((name) => field(one, name));
      if (typeof host !== "string" || typeof trouble !== "string" || !TROUBLES.includes(trouble)) return [];
      return [{ host, trouble, status: typeof status === "number" ? status : null }];
    }),
  };
}

const MIRRORS = ["not_an_address", "not_encrypted", "more_than_an_address"];

/** Why an address is not a valid mirror, as a words key; null for another failure. */
export function mirrorTrouble({ details }: Pick<Failure, "details">): string | null {
  const reason = field(details, "mirror");
  return typeof reason === "string" && MIRRORS.includes(reason) ? reason : null;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
