// An in-memory manuscript for stories and tests; it answers the binder's commands as the backend does.
import type { Host } from "@/ipc/host";
import { forget } from "@/ipc/queries";
import type {
  ChapterView,
  DescribePart,
  OutlineView,
  PartId,
  PartView,
  ScenePlan,
  SceneView,
  VolumeView,
} from "@/ipc/types";
import { chapter, scene, volume } from "./sample-outline";

type Parts = { id: number }[];
type Place = { parent: unknown; at?: number | null };

const EMPTY_PLAN: ScenePlan = {
  location: "",
  story_time: "",
  characters: [],
  pov: "",
  conflict: "",
  turning_point: "",
};

const REFUSED = { code: "not_found", message: "no such part", hint: "", details: null };

/** The record of a part, besides what is in the outline. */
interface Said {
  synopsis: string;
  notes: string;
  goal: string;
  plan: ScenePlan;
}

/** The fields present in a change. */
function given<T extends object>(change: { [K in keyof T]?: T[K] | null | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value != null)) as Partial<T>;
}

/** A host over a copy of an outline. `said` lists the requests it received, in order. */
export interface FakeManuscript extends Host {
  outline(): OutlineView;
  readonly said: { name: string; request: unknown }[];
}

const idOf = (part: PartId) => Object.values(part)[0] as number;
const keyOf = (part: PartId) => JSON.stringify(part);

/** The parts in their lists, and those in the bin. */
function partsOf(volumes: VolumeView[]) {
  const binned = new Map<string, { id: number }>();
  const chapters = () => volumes.flatMap((one) => one.chapters);
  const lists = (part: PartId): Parts[] => {
    if ("volume" in part) return [volumes];
    if ("chapter" in part) return volumes.map((one) => one.chapters);
    return chapters().map((one) => one.scenes);
  };
  const listWith = (part: PartId) => lists(part).find((list) => list.some(({ id }) => id === idOf(part)));
  /** Takes a part out of its list, or out of the bin. */
  const take = (part: PartId): { id: number } => {
    const list = listWith(part);
    const at = list?.findIndex(({ id }) => id === idOf(part)) ?? -1;
    const found = list?.splice(at, 1)[0] ?? binned.get(keyOf(part));
    if (found === undefined) throw REFUSED;
    return found;
  };
  return {
    listWith,
    take,
    bin: (part: PartId) => void binned.set(keyOf(part), take(part)),
    listOf: (parent: unknown): Parts => {
      if (parent === "manuscript") return volumes;
      const { volume: v, chapter: c } = parent as { volume?: number; chapter?: number };
      if (v !== undefined) return volumes.find(({ id }) => id === v)?.chapters ?? [];
      return chapters().find(({ id }) => id === c)?.scenes ?? [];
    },
    find: (part: PartId) =>
      listWith(part)?.find(({ id }) => id === idOf(part)) as VolumeView | ChapterView | SceneView | undefined,
  };
}

type FakeParts = ReturnType<typeof partsOf>;

/** What is said about parts: their records. */
function recordsOf({ find }: FakeParts) {
  const described = new Map<string, Said>();
  const saidOf = (part: PartId): Said =>
    described.get(keyOf(part)) ?? { synopsis: "", notes: "", goal: "", plan: EMPTY_PLAN };
  const viewOf = (part: PartId): PartView => {
    const found = find(part);
    const { synopsis, notes, goal, plan } = structuredClone(saidOf(part));
    return {
      ...part,
      title: found?.title ?? "",
      synopsis,
      notes,
      status: found !== undefined && "status" in found ? found.status : null,
      target: found !== undefined && "target" in found ? found.target : null,
      goal,
      plan: "scene" in part ? plan : null,
      scenes: found !== undefined && "scenes" in found ? found.scenes.map((one) => one.id) : [],
      binned_at: null,
    };
  };
  const describe = ({
    part,
    status,
    target,
    synopsis,
    notes,
    not_for_print,
    goal,
    plan,
  }: DescribePart): PartView => {
    const found = find(part);
    if (found !== undefined && "status" in found && status != null) found.status = status;
    if (found !== undefined && "target" in found && target !== undefined) found.target = target;
    const now = saidOf(part);
    if (found !== undefined && "version" in found && not_for_print != null)
      found.not_for_print = not_for_print;
    described.set(keyOf(part), {
      ...now,
      ...given<Said>({ synopsis, notes, goal }),
      plan: { ...now.plan, ...given<ScenePlan>(plan ?? {}) },
    });
    return viewOf(part);
  };
  return { viewOf, describe };
}

/** New parts: empty ones, and copies. Their ids are beyond those of the outline. */
function makerOf({ listOf, listWith, find }: FakeParts) {
  let next = 100_000;
  const create = ({ parent, title, at }: Place & { title?: string | null }): PartId => {
    next += 1;
    const list = listOf(parent);
    const isChapter = typeof parent === "object" && parent !== null && "volume" in parent;
    const isVolume = parent === "manuscript";
    const made = isVolume
      ? volume(next, title ?? "", [])
      : isChapter
        ? chapter(next, title ?? "", [], "planned")
        : scene(next, 0, title ?? "", "planned");
    list.splice(at ?? list.length, 0, made);
    return isVolume ? { volume: next } : isChapter ? { chapter: next } : { scene: next };
  };
  /** A copy of a part, with new ids for everything in it. */
  const copyOf = <T extends VolumeView | ChapterView | SceneView>(view: T): T => {
    next += 1;
    const scenes = "scenes" in view ? { scenes: view.scenes.map(copyOf) } : {};
    return { ...structuredClone(view), ...scenes, id: next };
  };
  const duplicate = ({ part, title }: { part: PartId; title?: string | null }): PartId => {
    const list = listWith(part);
    const found = find(part);
    if (list === undefined || found === undefined || "volume" in part) throw REFUSED;
    const copy = copyOf(found);
    list.splice(list.findIndex(({ id }) => id === idOf(part)) + 1, 0, {
      ...copy,
      title: title ?? copy.title,
    } as never);
    return "chapter" in part ? { chapter: copy.id } : { scene: copy.id };
  };
  return { create, duplicate };
}

/** Answers commands; those it does not know with nothing. */
function answersOf(volumes: VolumeView[]) {
  const parts = partsOf(volumes);
  const records = recordsOf(parts);
  const maker = makerOf(parts);
  return (name: string, request: unknown): unknown => {
    const of = request as { part: PartId; title: string } & Place;
    switch (name) {
      case "manuscript.outline":
        return structuredClone({ volumes });
      case "manuscript.create":
        return maker.create(of);
      case "manuscript.duplicate":
        return maker.duplicate(of);
      case "manuscript.rename": {
        const found = parts.find(of.part);
        if (found !== undefined) found.title = of.title;
        return of.part;
      }
      case "manuscript.move": {
        const moved = parts.take(of.part);
        const list = parts.listOf(of.parent);
        list.splice(of.at ?? list.length, 0, moved);
        return of.part;
      }
      case "manuscript.bin":
        parts.bin(of.part);
        return of.part;
      case "manuscript.describe":
        return records.describe(request as DescribePart);
      case "manuscript.part":
        return records.viewOf(of.part);
      case "scene.merge":
        parts.bin({ scene: (request as { with: number }).with });
        return {};
      default:
        return {};
    }
  };
}

export function fakeManuscript(begin: OutlineView): FakeManuscript {
  const { volumes } = structuredClone(begin);
  const answer = answersOf(volumes);
  const requests: { name: string; request: unknown }[] = [];
  return {
    outline: () => structuredClone({ volumes }),
    said: requests,
    call: async (name, request) => {
      requests.push({ name, request });
      const answered = answer(name, request);
      if (name !== "manuscript.outline") setTimeout(() => forget(["manuscript"]), 0);
      return answered;
    },
    stream: async () => undefined,
  };
}
