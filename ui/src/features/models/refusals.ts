// Why a provider or a key was refused, and what a test found, in the author's words.
import type { Failure } from "@/ipc/types";
import { zh } from "./words";

/** What a failure says was refused, with the name it is about; null for failures that have words of their kind. */
export function refusalOf({ details }: Pick<Failure, "details">): { key: string; name: string } | null {
  if (typeof details !== "object" || details === null || !("refusal" in details)) return null;
  const { refusal } = details;
  if (typeof refusal !== "string" || !(refusal in zh.refusals)) return null;
  const name = "name" in details && typeof details.name === "string" ? details.name : "";
  return { key: `refusals.${refusal}`, name };
}

/** What steps of a test say in the backend's words, and the keys of ours. */
const REMARKS: Readonly<Record<string, string>> = {
  "the answer comes in one piece": "remarks.onePiece",
  "the answer is empty": "remarks.empty",
  "the schema was accepted but not obeyed": "remarks.schemaIgnored",
  "the answer in JSON mode is not a JSON object": "remarks.notJson",
  "the model answered without the tool": "remarks.withoutTool",
  "the answer was cut by its length": "remarks.cut",
  "the connection timed out": "remarks.noConnection",
  "the server did not start to answer in time": "remarks.noFirstWord",
  "the answer stalled": "remarks.stoppedInTheMiddle",
  "the server's list of models cannot be read": "remarks.unreadableList",
};

/** The key of our words for a remark; null where the words are the server's. */
export function remarkOf(message: string): string | null {
  return REMARKS[message] ?? null;
}
