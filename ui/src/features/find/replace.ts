// Replacing: one match in the editor, or all of them in the backend as one undoable act.
import i18next from "i18next";
import { desk, isWritable } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { flushAll, goOnAll, openScene } from "@/desk/open-scenes";
import { call, run, toFailure } from "@/ipc/host";
import type { HitPlace, RewrittenScene, TextHit } from "@/ipc/types";
import { find, isAnswered, patternNow, useFind } from "./find";
import { keyOf, namesGroups, replacementOf } from "./hits";
import { placeOf } from "./places";
import { remember } from "./query-history";
import { goOn, goToHit, scopeNow, search } from "./search";

/** How long the notice of a replacement stays, ms. */
const UNDO_NOTICE_TIME = 30_000;
/** More than any scene has. */
const ALL_OF_SCENE = 1_000_000;

const word = (key: string, values: Record<string, unknown> = {}) => i18next.t(`find:${key}`, values);
const placeIn = ({ scene, range }: TextHit): HitPlace => ({ scene, range });

/** Whether something can be replaced now: there are matches, and they belong to the current query. */
export function canReplace(): boolean {
  const { found, job } = find();
  return isWritable() && job === null && found !== null && found.total > 0 && isAnswered();
}

/** Replaces the current match and goes to the next; without a current match, goes to one first. */
export async function replaceOne(): Promise<void> {
  const { found, current, replacement, matching } = find();
  const hit = found?.hits[current];
  if (!canReplace()) return;
  if (hit === undefined) return goOn(1);
  const writing = openScene(hit.scene)?.writing;
  if (writing == null) return goToHit(current, false);
  if (matching === "regex" && namesGroups(replacement)) return replaceByBackend(hit);
  const place = placeOf(writing, current);
  if (place === null) return search(false);
  const insert = replacementOf(replacement, hit.excerpt.found, matching === "regex");
  await writing.edit([{ ...place, insert }], "replace");
  const after = place.from + insert.length;
  writing.reveal({ from: after, to: after }, "select");
  await search(false);
  await goOn(1);
}

/** Replaces one match whose replacement only the backend can compute, excluding all others of its scene. */
async function replaceByBackend(hit: TextHit): Promise<void> {
  const { replacement } = find();
  try {
    await flushAll();
    const request = { ...patternNow(), scope: { scene: hit.scene } };
    const { hits, fingerprint } = await call("manuscript.find", { ...request, limit: ALL_OF_SCENE });
    const others = hits.filter((other) => keyOf(other) !== keyOf(hit));
    if (others.length === hits.length) return await search(false);
    await call("manuscript.replace", {
      ...request,
      replacement,
      except: others.map(placeIn),
      expected: fingerprint,
    });
    await goOnAll();
  } catch (thrown) {
    useFind.setState({ failure: toFailure(thrown) });
  }
}

/** Replaces all matches except the excluded. */
export async function replaceAll(): Promise<void> {
  const { found, replacement, leftOut, query } = find();
  if (found === null || !canReplace()) return;
  remember(query);
  try {
    await flushAll();
    const scope = await scopeNow();
    if (scope === null) return;
    const job = run(
      "manuscript.replace",
      {
        ...patternNow(),
        scope,
        replacement,
        except: found.hits.filter((hit) => leftOut.has(keyOf(hit))).map(placeIn),
        expected: found.fingerprint,
      },
      (progress) => useFind.setState(({ job }) => ({ job: job && { ...job, progress } })),
    );
    const stop = () => {
      useFind.setState(({ job }) => ({ job: job && { ...job, stopping: true } }));
      job.stop();
    };
    useFind.setState({ job: { progress: null, stopping: false, stop }, failure: null });
    const { scenes, replaced, unreadable } = await job.answer;
    await goOnAll();
    const last = scenes.map(({ scene, before, after }) => ({ scene, before, after }));
    useFind.setState({ job: null, last: last.length > 0 ? last : null });
    const detail = unreadable.length > 0 ? word("replaced.unreadable", { n: unreadable.length }) : undefined;
    if (last.length === 0) notify({ text: word("replaced.none"), detail });
    else {
      notify({
        id: "replaced",
        tone: "success",
        text: word("replaced.done", { n: replaced, scenes: scenes.length }),
        detail,
        duration: UNDO_NOTICE_TIME,
        action: { label: word("replaced.undo"), onSelect: () => void undoReplace(last) },
      });
    }
    await search(false);
  } catch (thrown) {
    const failure = toFailure(thrown);
    useFind.setState({ job: null });
    if (failure.code === "stopped") notify({ text: word("replaced.stopped") });
    else {
      const stale = failure.code === "bad_request" && JSON.stringify(failure.details).includes('"stale"');
      if (stale) await search(false);
      useFind.setState({ failure });
    }
  }
}

/** Undoes a replacement in every scene that was not edited since. */
export async function undoReplace(scenes: readonly RewrittenScene[]): Promise<void> {
  try {
    await flushAll();
    const { restored, left } = await run("manuscript.undo_replace", { scenes: [...scenes] }).answer;
    await goOnAll();
    if (find().last === scenes) useFind.setState({ last: null });
    notify({
      id: "replaced",
      text: word("replaced.undone", { n: restored.length }),
      detail: left.length > 0 ? word("replaced.left", { n: left.length }) : undefined,
    });
  } catch (thrown) {
    const { title, safe } = failureWords(toFailure(thrown).code);
    notify({ text: title, detail: safe, tone: "danger" });
  }
}

function failureWords(code: string): { title: string; safe: string } {
  const say = (part: string) =>
    i18next.t([`components:failures.${code}.${part}`, `components:failures.internal.${part}`]);
  return { title: say("title"), safe: say("safe") };
}

/** Undoes the last replacement of all matches. */
export async function undoLast(): Promise<void> {
  const { last } = find();
  if (last !== null && desk().project !== null) await undoReplace(last);
}
