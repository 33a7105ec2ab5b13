// A scene with a history, for stories and tests.
import { changesBetween } from "@/editor/difference";
import type { FakeAnswers } from "@/ipc/fake-host";
import type { BranchEntry, History, HunkText, Totals, VersionEntry, VersionsCompared } from "@/ipc/types";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function counts(n: number): Totals {
  return { standard: n, word: n, han: n, all: n };
}

/** Differences in chars; the sample texts contain no surrogate pairs. */
export function hunksOf(before: string, after: string): HunkText[] {
  let shift = 0;
  return changesBetween(before, after).map(({ from, to, insert }) => {
    const start = from + shift;
    shift += insert.length - (to - from);
    return {
      removed: before.slice(from, to),
      added: insert,
      old: { start: from, end: to },
      new: { start, end: start + insert.length },
    };
  });
}

const FIRST = [
  "雨下了一整夜。渡口的灯还亮着，摆渡人坐在船头，把烟杆在船沿上磕了磕，没有回头。",
  "“今天不渡人。”他说。",
  "她站在石阶上，伞已经破了一角，雨水顺着伞骨滴到手背上，冷得像针。",
  "河水涨了，船绳绷得很紧。",
];

/** The text of the scene at version `n`. */
export function textOf(n: number): string {
  const lines = [...FIRST];
  if (n >= 2) lines[1] = "“今夜不渡人。”他说，声音被雨声盖去一半。";
  if (n >= 4) lines.splice(3, 0, "她从怀里摸出那封信。信封已经泡软，墨迹洇成一片，只有一个“渡”字还看得清。");
  if (n >= 6) lines[4] = "河水涨了，船绳绷得很紧，像有什么东西在对岸拉着。";
  return lines.join("\n");
}

/** The working text of the scene. */
export const WORKING = `${textOf(7)}\n他终于站起来，解开了绳。`;

export function compared(before: string, after: string, from: number, to: number | null): VersionsCompared {
  return { scene: 1, from, to, before, after, hunks: hunksOf(before, after) };
}

/** Seven versions in two lines; `now` is the current time. */
export function history(now: number, label: string): History {
  const version = (
    number: number,
    ago: number,
    total: number,
    change: Partial<VersionEntry> = {},
  ): VersionEntry => ({
    version: number,
    branch: 0,
    parent: number === 1 ? null : number - 1,
    merged: null,
    created_by: "user",
    kind: "explicit",
    label: null,
    created_at: now - ago,
    counts: counts(total),
    ...change,
  });
  return {
    scene: 1,
    main_branch: 0,
    head: 7,
    versions: [
      version(1, 32 * DAY, 1204, { created_by: "import", kind: "automatic" }),
      version(2, 3 * DAY, 1332, { label }),
      version(3, DAY + 2 * HOUR, 1332, { branch: 1, parent: 2 }),
      version(4, DAY + HOUR, 2210, { parent: 2, kind: "automatic" }),
      version(5, 5 * HOUR, 1290, { branch: 1, parent: 3 }),
      version(6, 2 * HOUR, 2170, { parent: 4, created_by: "restore" }),
      version(7, 40 * MINUTE, 2214, { parent: 6 }),
    ],
  };
}

/** The two lines of the scene. */
export function branches(name: string): BranchEntry[] {
  return [
    { branch: 0, name: "", main: true, open: true, base: null, head: 7, created_at: 0 },
    { branch: 1, name, main: false, open: false, base: 2, head: 5, created_at: 0 },
  ];
}

/** A thousand versions, one every twenty minutes. */
export function longHistory(now: number): History {
  return {
    scene: 1,
    main_branch: 0,
    head: 1000,
    versions: Array.from({ length: 1000 }, (_, at) => ({
      version: at + 1,
      branch: 0,
      parent: at === 0 ? null : at,
      merged: null,
      created_by: "user",
      kind: at % 7 === 0 ? "explicit" : "automatic",
      label: null,
      created_at: now - (1000 - at) * 20 * MINUTE,
      counts: counts(400 + at * 3 - ((at * 7) % 11) * 4),
    })),
  };
}

/** A host that knows the scene. */
export function answersOf(history: History, branches: BranchEntry[], draft = true): FakeAnswers {
  return {
    "scene.history": () => history,
    "branch.list": () => ({ scene: 1, branches }),
    "scene.text": ({ version }) => ({
      scene: 1,
      version: version ?? history.head,
      branch: 0,
      text: textOf(version ?? history.head),
      counts: counts(2214),
      draft:
        draft && version == null
          ? { base: history.head, branch: 0, saved: false, text: WORKING, updated_at: Date.now() - MINUTE }
          : null,
    }),
    "scene.compare": ({ from, to }) =>
      compared(textOf(from), to == null ? WORKING : textOf(to), from, to ?? null),
    "scene.restore": ({ version }) => ({
      scene: 1,
      version: history.head + (version === history.head ? 0 : 1),
      before: history.head,
    }),
    "scene.label": ({ version, label }) => ({ scene: 1, version, label: label ?? null }),
    "branch.create": () => ({ scene: 1, branch: 2, version: 8 }),
    "branch.rename": ({ branch, name }) => ({ scene: 1, branch, name }),
    "branch.adopt": ({ branch }) => ({ scene: 1, branch, version: 5, before: 0 }),
    "scene.save": () => ({ scene: 1, version: 8, branch: 0, branched: false, unchanged: false }),
  };
}
