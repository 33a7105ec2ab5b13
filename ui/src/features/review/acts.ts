// Acts on proposals other than the queue's decisions.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { desk, show } from "@/desk/desk";
import { goToScene, locate, outline } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { ExtractFrom, ProposalView } from "@/ipc/types";
import { useReview } from "./state";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`review:${key}`, values);

/** Extracts proposals from the open scene or chapter, and shows them. */
export async function extract(where: "scene" | "chapter"): Promise<void> {
  const { scene } = desk();
  if (scene === null || useReview.getState().extracting) return;
  useReview.setState({ extracting: true });
  await attempt(async () => {
    await flushAll();
    let request: ExtractFrom = { scene };
    if (where === "chapter") {
      const here = locate(await outline(), scene);
      if (here !== undefined) request = { chapter: here.chapter.id };
    }
    const found = await call("kg.extract", request);
    const { filter } = useReview.getState();
    const isSome = found.pending > 0;
    if (isSome) {
      useReview.setState({
        side: "queue",
        filter: { ...filter, status: "pending", type: "all", batch: null },
      });
    }
    show({ kind: "review" });
    const more = found.applied + found.rejected > 0;
    notify({
      text: isSome ? say("extracted", { n: found.pending }) : say("extractedNone"),
      ...(more
        ? { detail: say("extractedMore", { applied: found.applied, rejected: found.rejected }) }
        : !isSome && { detail: say("extractedNoneText") }),
    });
  });
  useReview.setState({ extracting: false });
}

/** Goes to the quote in the text; the queue stays as it is. */
export async function showInText({ now, scene, evidence }: ProposalView): Promise<void> {
  const at = evidence?.scene ?? scene;
  if (at == null) return;
  await attempt(async () => {
    await flushAll();
    goToScene(at, now === null ? null : { from: now.start, to: now.end, unit: "chars" });
  });
}
