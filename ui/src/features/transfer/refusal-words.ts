// Why a file cannot be imported, and what to do, by the reason that the backend gives.
import { useTranslation } from "react-i18next";
import type { Failure, JsonValue } from "@/ipc/types";

type Details = { [name: string]: JsonValue | undefined };

function detailsOf({ details }: Failure): Details | null {
  return typeof details === "object" && details !== null && !Array.isArray(details) ? details : null;
}

/** What to do about a refused file; undefined where the backend gives no reason. */
export function useRefusalWords(): (failure: Failure) => string | undefined {
  const { t } = useTranslation("transfer");
  const nameOf = (kind: JsonValue | undefined) =>
    typeof kind === "string" ? t(`import.kinds.${kind}`, { defaultValue: "" }) : "";
  return (failure) => {
    const details = detailsOf(failure);
    if (typeof details?.document !== "string") return undefined;
    const named = t(`import.formats.${String(details.named)}`, { defaultValue: "" });
    const is = nameOf(details.is);
    const context = details.is === "doc" ? "doc" : is === "" ? "unknown" : undefined;
    const words = t(`import.documentRefused.${details.document}`, { defaultValue: "", named, is, context });
    if (words === "") return undefined;
    return typeof details.file === "string" ? t("import.refusedFile", { file: details.file, words }) : words;
  };
}
