// Messages for refused settings and test results.
import type { Failure } from "@/ipc/types";
import { zh } from "./words";

/** The refusal in a failure, with its subject; null for failures with a general message. */
export function refusalOf({ details }: Pick<Failure, "details">): { key: string; name: string } | null {
  if (typeof details !== "object" || details === null || !("refusal" in details)) return null;
  const { refusal } = details;
  if (typeof refusal !== "string" || !(refusal in zh.refusals)) return null;
  const name = "name" in details && typeof details.name === "string" ? details.name : "";
  return { key: `refusals.${refusal}`, name };
}

/** Backend messages of test steps, mapped to words keys. */
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

/** The words key of a remark; null if it is the server's own message. */
export function remarkOf(message: string): string | null {
  return REMARKS[message] ?? null;
}
