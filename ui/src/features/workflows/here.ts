// Running a step on this machine that failed with a model.
import { attempt } from "@/desk/attempt";
import { openDialog } from "@/desk/desk";
import { flushAll } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { Code, FailureClass, JsonValue, NodeRun, RunId } from "@/ipc/types";
import { showRun } from "./acts";

/**
 * Failures of a model, its server or the connection. Only steps that call a model have them, and all of these can work
 * without one.
 */
const OF_MODELS: readonly (Code | FailureClass)[] = [
  "model_failed",
  "answer_unusable",
  "ceiling_reached",
  "consent_needed",
  "no_keychain",
  "keys_locked",
  "key_elsewhere",
  "prompt_faulty",
  "invalid_output",
  "refused",
  "rate_limit",
];

type Params = { readonly [name: string]: JsonValue };

function paramsOf({ params }: NodeRun): Params {
  return typeof params === "object" && params !== null && !Array.isArray(params) ? (params as Params) : {};
}

/** Whether a step failed because of its model and can run without one. */
export function canBeDoneHere(node: NodeRun): boolean {
  const { handler, status, trouble } = node;
  if (status !== "failed" || trouble === null || handler === null) return false;
  if (paramsOf(node).by === "local") return false;
  return OF_MODELS.some((failure) => failure === trouble.code || failure === trouble.class);
}

/** Runs a step again without a model. If earlier steps would use one, the author sees the cost first. */
export function doHere(run: RunId, node: NodeRun): Promise<unknown> {
  return attempt(async () => {
    await flushAll();
    const params = { ...paramsOf(node), by: "local" };
    const request = { run, node: node.node, only: true, params };
    const { may_cost } = await call("workflow.preview_again", request);
    if (may_cost) openDialog({ name: "run-again", ...request });
    else showRun((await call("workflow.run_again", { ...request, agreed: 0 })).run);
  });
}
