// What the author does beside a mending: supplies a text that cannot be read, and has own changes checked.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { call, toFailure } from "@/ipc/host";
import type { Failure, MendSessionId, SceneId } from "@/ipc/types";
import { showFindings } from "./acts";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`mending:${key}`, values);

/** Supplies a pasted text. Rejects with a `Failure`. */
export async function supplyText(session: MendSessionId, scene: SceneId, text: string): Promise<void> {
  await call("mend.supply", { session, scene, text });
}

/** Supplies the text from a file that the author chooses. Rejects with a `Failure`. */
export async function supplyFile(session: MendSessionId, scene: SceneId): Promise<void> {
  const { path } = await call("window.choose", { kind: "import_file", title: say("missing.choose") });
  if (path !== null) await call("mend.supply", { session, scene, path: path.path });
}

/** Ends a mending whose rows are damaged, so that its scenes are free. */
export function abandonDamaged(session: MendSessionId): Promise<unknown> {
  return attempt(async () => {
    await call("mend.abandon", { session, force: true });
    showFindings();
    notify({ id: "mending", text: say("damaged.done"), detail: say("damaged.text") });
  });
}

/** Whether a text was refused because it is another one. */
export function isOtherText(thrown: unknown): boolean {
  const { details }: Failure = toFailure(thrown);
  return typeof details === "object" && details !== null && "qc" in details && details.qc === "QC-018";
}

/** Checks the issues of a mending in the text of now, and says what the author's changes resolved. */
export function recheck(session: MendSessionId): Promise<unknown> {
  return attempt(async () => {
    await flushAll();
    const { resolved, again, changed } = await call("mend.recheck", { session });
    const more = [
      again.length > 0 ? say("recheck.again", { n: again.length }) : "",
      changed.length > 0 ? say("recheck.changed", { n: changed.length }) : "",
    ];
    const detail = more.filter(Boolean).join(say("semicolon"));
    notify({
      id: "mending",
      text: resolved.length === 0 ? say("recheck.none") : say("recheck.resolved", { n: resolved.length }),
      ...(detail !== "" && { detail }),
    });
  });
}
