// Acts on entities, facts and relations. Where an undo is possible, the notice offers it.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { goToScene } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll } from "@/desk/open-scenes";
import { call } from "@/ipc/host";
import type { AssertionRequest, Evidence, FactView, GraphItem, RelationView, SceneId } from "@/ipc/types";

/** A fact or a relation. */
export type Statement = { of: "fact"; view: FactView } | { of: "relation"; view: RelationView };

export const itemOf = ({ of, view }: Statement): AssertionRequest & GraphItem =>
  of === "fact" ? { fact: view.id } : { relation: view.id };

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`graph:${key}`, values);
const undo = (act: () => Promise<unknown>) => ({
  label: say("acts.undo"),
  onSelect: () => void attempt(act),
});

/** A statement in words: 林晚 · 境界：筑基. */
export const statementWords = (statement: Statement): string =>
  statement.of === "fact"
    ? say("statement.fact", {
        subject: statement.view.subject_name,
        predicate: statement.view.predicate,
        object: statement.view.object_name,
      })
    : say("statement.relation", {
        from: statement.view.from_name,
        kind: statement.view.kind,
        to: statement.view.to_name,
      });

/** Removes an item at once; the notice restores it. Returns whether it was removed. */
export async function remove(item: GraphItem, words: string): Promise<boolean> {
  const removed = await attempt(() => call("kg.remove", { items: [item] }));
  if (removed === undefined) return false;
  const more = removed.items.length - 1;
  notify({
    text: say("acts.removed", { name: words }),
    ...(more > 0 && { detail: say("acts.removedMore", { n: more }) }),
    action: undo(() => call("kg.put_back", removed)),
  });
  return true;
}

/** Ends a statement from a scene on. */
export async function endAt(statement: Statement, scene: SceneId): Promise<void> {
  const before = statement.view.valid_to?.scene ?? null;
  const done = await attempt(() => call("kg.end", { item: itemOf(statement), scene }));
  if (done === undefined) return;
  notify({
    text: say("acts.ended", { name: statementWords(statement) }),
    action: undo(() => setEnd(statement, before)),
  });
}

/** Makes a statement hold again from a scene on; the first span stays. */
export async function reopenAt(statement: Statement, scene: SceneId): Promise<void> {
  const done = await attempt(() => call("kg.reopen", { item: itemOf(statement), scene }));
  if (done !== undefined) notify({ text: say("acts.reopened", { name: statementWords(statement) }) });
}

function setEnd(statement: Statement, scene: SceneId | null): Promise<unknown> {
  if (statement.of === "fact") {
    const { id, subject, predicate, object } = statement.view;
    return call("kg.save_fact", { fact: id, subject: { id: subject }, predicate, object, valid_to: scene });
  }
  const { id, from, to, kind } = statement.view;
  return call("kg.save_relation", {
    relation: id,
    from: { id: from },
    to: { id: to },
    kind,
    valid_to: scene,
  });
}

/** Goes to the evidence in the current text; if it is gone, opens its scene and says so. */
export async function goToEvidence({ scene, version, range }: Evidence): Promise<void> {
  await attempt(async () => {
    await flushAll();
    const located = await call("scene.locate", { scene, version, range });
    if (located.range === null) {
      goToScene(scene);
      notify({ text: say("acts.gone"), detail: say("acts.goneText") });
    } else goToScene(scene, { from: located.range.start, to: located.range.end, unit: "chars" });
  });
}
