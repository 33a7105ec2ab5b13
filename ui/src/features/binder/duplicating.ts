// Copies scenes and chapters, each right after its original. The copies are selected; a notice offers to remove them.
import i18next from "i18next";
import { desk } from "@/desk/desk";
import { goToScene, inTurn, outline } from "@/desk/navigation";
import { flushAll } from "@/desk/open-scenes";
import { panesNow } from "@/desk/panes";
import { call } from "@/ipc/host";
import type { OutlineView, PartId, SceneId } from "@/ipc/types";
import { leadAct, nameOf, unfoldAbove } from "./acts";
import { kindOf, topmost } from "./moves";
import { attempt } from "./notices";
import { inOrder, takeBack, tellOutcome } from "./outcome";
import { locationOf, scenesOf } from "./places";
import { keyOf } from "./rows";
import { clearSelection, revealRow, select } from "./store";
import { targetParts } from "./target";

const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(`binder:${key}`, { ...values });

/** The maximum title length of the backend, in chars. */
const MAX_TITLE_LENGTH = 500;

interface Copying {
  part: PartId;
  copy: PartId | null;
}

/** Copies scenes and chapters. A single copy is opened, so that text typed right away goes into it. */
export function duplicate(parts: readonly PartId[] = targetParts()): Promise<boolean> {
  return parts.length === 1 ? leadAct(() => copyAll(parts)) : inTurn(() => attempt(() => copyAll(parts)));
}

async function copyAll(parts: readonly PartId[]): Promise<void> {
  const book = await outline();
  const copyings = topmost(book, parts.map(keyOf))
    .filter((part) => kindOf(part) !== "volume")
    .map((part): Copying => ({ part, copy: null }));
  const { scene } = desk();
  // The copy includes everything typed so far.
  await flushAll();
  const outcome = await inOrder(copyings, async (copying) => {
    const { part } = copying;
    copying.copy = await call("manuscript.duplicate", { part, title: copyTitle(book, part) });
    const place = locationOf(book, part)?.place;
    if (place !== undefined) unfoldAbove(book, place);
  });
  await goToCopies(outcome.done.flatMap(({ copy }) => copy ?? []));
  tellOutcome(book, outcome, {
    text: ([only, ...more]) =>
      only === undefined || more.length > 0
        ? t("notice.duplicatedMany", { n: more.length + 1 })
        : t("notice.duplicated", { name: nameOf(book, only.part) }),
    undo: (done) => void takeAway(done, scene),
  });
}

/** 渡口 → 渡口 副本; null keeps the title if it is empty or has no room for the suffix. */
function copyTitle(book: OutlineView, part: PartId): string | null {
  const here = locationOf(book, part);
  if (here === undefined || here.kind === "volume") return null;
  const { title } =
    here.kind === "chapter" ? here.chapter : (here.chapter.scenes[here.place.at] ?? here.chapter);
  if (title === "") return null;
  const longer = t("copyOf", { title });
  return [...longer].length > MAX_TITLE_LENGTH ? null : longer;
}

async function goToCopies(copies: readonly PartId[]): Promise<void> {
  const [first, ...more] = copies;
  if (first === undefined) return;
  const [scene] = more.length > 0 ? [] : scenesOf(await outline(), first);
  if (panesNow().binder > 0) {
    select({ keys: copies.map(keyOf), anchor: keyOf(first) });
    revealRow({ key: keyOf(first), focus: scene === undefined });
  }
  if (scene !== undefined) goToScene(scene);
}

/** Moves copies to the bin; if one of them is open, the editor returns to the scene open before. */
function takeAway(copyings: readonly Copying[], before: SceneId | null): Promise<boolean> {
  return leadAct(async () => {
    const book = await outline();
    const { scene } = desk();
    const isOpen = copyings.some(
      ({ copy }) => copy !== null && scene !== null && scenesOf(book, copy).has(scene),
    );
    await flushAll();
    await takeBack(
      copyings,
      async ({ copy }) => copy !== null && call("manuscript.bin", { part: copy }),
      (rest) => void takeAway(rest, before),
    );
    clearSelection();
    if (isOpen && before !== null && locationOf(book, { scene: before }) !== undefined) goToScene(before);
  });
}
