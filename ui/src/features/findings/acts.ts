// Acts on findings: going to the passage, applying the proposed text, waiving.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { desk, showItem } from "@/desk/desk";
import { editorOf } from "@/desk/editor-of";
import { arriveAt, outline } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { flushAll, openScene } from "@/desk/open-scenes";
import { askNow } from "@/desk/paced-answer";
import { noteJump } from "@/desk/places-been";
import { goToQuote, placeOfQuote } from "@/desk/quotes";
import type { Writing } from "@/editor/create";
import { toChars } from "@/editor/positions";
import { call } from "@/ipc/host";
import type { FindingView, WaiverScope } from "@/ipc/types";
import { inOrder, nextFinding, type Standing } from "./order";
import { questionOf } from "./question";
import { baseNow, reachNow, useFindingsView, visit } from "./state";

const say = (key: string, values: Record<string, unknown> = {}) => i18next.t(`findings:${key}`, values);

export type Evidence = FindingView["evidence"][number];

/** The location of a quoted passage, in the working text if known. */
export const quoted = ({ scene, quote, range, standing }: Evidence) => ({
  scene,
  quote,
  range: standing ?? range,
});

/** Goes to a passage. */
export function goToEvidence(evidence: Evidence): Promise<void> {
  visit(evidence.scene);
  return goToQuote(quoted(evidence));
}

/** Points out the passage of a finding; the focus stays if the scene is open. */
export async function reveal({ evidence: [first] }: FindingView): Promise<void> {
  if (first === undefined) return;
  const writing = desk().centre.kind === "writing" ? openScene(first.scene)?.writing : null;
  const place = writing == null ? null : placeOfQuote(writing.text(), first.quote, quoted(first).range.start);
  if (writing == null || place === null) return goToEvidence(first);
  noteJump();
  writing.reveal(place, "point out");
}

/** The position of the caret. */
function caret(): Standing | null {
  const { scene } = desk();
  const writing = scene === null ? null : openScene(scene)?.writing;
  if (scene === null || writing == null) return null;
  const [offset = 0] = toChars(writing.view.state.doc, [writing.selection().head]);
  return { scene, offset };
}

/** Goes to the next or previous finding in the text. */
export async function goToNext(step: 1 | -1): Promise<void> {
  await attempt(async () => {
    const tree = await outline();
    const question = questionOf(reachNow(), baseNow(), tree, false);
    if (question === null) return;
    const { findings } = await call("check.list", question);
    const open = findings.filter(({ state }) => state === "open");
    const shown = inOrder(open, tree, useFindingsView.getState().least);
    const next = nextFinding(shown, { finding: desk().shown.finding ?? null, at: caret() }, step);
    if (next === undefined) return notify({ id: "no-findings", text: say("none.here") });
    showItem("finding", next.id);
    const [first] = next.evidence;
    if (first !== undefined) await goToEvidence(first);
  });
}

/** Replaces the found text with the proposed one: one history step. */
export async function replace({ evidence: [first], replacement }: FindingView): Promise<void> {
  if (first === undefined || replacement === null) return;
  noteJump();
  const writing = await editorOf(first.scene);
  if (writing === null) return;
  const place = placeOfQuote(writing.text(), first.quote, quoted(first).range.start);
  if (place === null) {
    arriveAt(first.scene, null);
    return notify({ text: say("replaced.gone"), detail: say("replaced.goneText") });
  }
  await writing.edit([{ from: place.from, to: place.to, insert: replacement }], "replace");
  writing.reveal({ from: place.from, to: place.from + replacement.length }, "point out");
  // One notice for all: it undoes the newest, as an older one would.
  notify({
    id: "finding-replaced",
    text: say("replaced.done"),
    action: { label: say("replaced.undo"), onSelect: () => takeBack(writing) },
  });
  // It leaves the list now: the next press targets the next one. A failed save reports itself.
  await flushAll().then(
    () => askNow("check.list"),
    () => undefined,
  );
}

function takeBack(writing: Writing): void {
  if (writing.view.dom.isConnected) writing.undo();
}

/** Waives a finding. */
export function waive(finding: number, scope: WaiverScope, reason: string): Promise<unknown> {
  return attempt(async () => {
    await call("check.waive", { finding, scope, reason });
    notify({
      text: say(`waive.done.${scope}`),
      action: { label: say("waive.undo"), onSelect: () => void unwaive(finding) },
    });
  });
}

/** Revokes a waiver. */
export function unwaive(finding: number): Promise<unknown> {
  return attempt(() => call("check.unwaive", { finding }));
}
