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

export function fakeManuscript(begin: OutlineView): FakeManuscript {
  const { volumes } = structuredClone(begin);
  const requests: { name: string; request: unknown }[] = [];
  let next = 100_000;

  const chapters = () => volumes.flatMap((one) => one.chapters);
  const listOf = (parent: unknown): Parts => {
    if (parent === "manuscript") return volumes;
    const { volume: v, chapter: c } = parent as { volume?: number; chapter?: number };
    if (v !== undefined) return volumes.find(({ id }) => id === v)?.chapters ?? [];
    return chapters().find(({ id }) => id === c)?.scenes ?? [];
  };
  const lists = (part: PartId): Parts[] => {
    if ("volume" in part) return [volumes];
    if ("chapter" in part) return volumes.map((one) => one.chapters);
    return chapters().map((one) => one.scenes);
  };
  const idOf = (part: PartId) => Object.values(part)[0] as number;
  const byId = new Map<string, { id: number }>();
  const take = (part: PartId): { id: number } => {
    for (const list of lists(part)) {
      const at = list.findIndex(({ id }) => id === idOf(part));
      const [found] = at < 0 ? [] : list.splice(at, 1);
      if (found !== undefined) return found;
    }
    const binned = byId.get(JSON.stringify(part));
    if (binned === undefined) throw REFUSED;
    return binned;
  };
  const find = (part: PartId) =>
    lists(part)
      .flat()
      .find(({ id }) => id === idOf(part)) as (VolumeView | ChapterView | SceneView) | undefined;

  const described = new Map<string, Said>();
  const saidOf = (part: PartId): Said =>
    described.get(JSON.stringify(part)) ?? { synopsis: "", goal: "", plan: EMPTY_PLAN };
  const viewOf = (part: PartId): PartView => {
    const found = find(part);
    const { synopsis, goal, plan } = structuredClone(saidOf(part));
    return {
      ...part,
      title: found?.title ?? "",
      synopsis,
      status: found !== undefined && "status" in found ? found.status : null,
      target: found !== undefined && "target" in found ? found.target : null,
      goal,
      plan: "scene" in part ? plan : null,
      scenes: found !== undefined && "scenes" in found ? found.scenes.map((one) => one.id) : [],
      binned_at: null,
    };
  };
  const describe = ({ part, status, target, synopsis, goal, plan }: DescribePart): PartView => {
    const found = find(part);
    if (found !== undefined && "status" in found && status != null) found.status = status;
    if (found !== undefined && "target" in found && target !== undefined) found.target = target;
    const now = saidOf(part);
    described.set(JSON.stringify(part), {
      ...now,
      ...given<Said>({ synopsis, goal }),
      plan: { ...now.plan, ...given<ScenePlan>(plan ?? {}) },
    });
    return viewOf(part);
  };

  const create = ({ parent, title, at }: Place & { title?: string | null }) => {
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
    const list = lists(part).find((one) => one.some(({ id }) => id === idOf(part)));
    const found = find(part);
    if (list === undefined || found === undefined || "volume" in part) throw REFUSED;
    const copy = copyOf(found);
    list.splice(list.findIndex(({ id }) => id === idOf(part)) + 1, 0, {
      ...copy,
      title: title ?? copy.title,
    } as never);
    return "chapter" in part ? { chapter: copy.id } : { scene: copy.id };
  };

  const answer = (name: string, request: unknown): unknown => {
    const of = request as { part: PartId; title: string } & Place;
    switch (name) {
      case "manuscript.outline":
        return structuredClone({ volumes });
      case "manuscript.create":
        return create(of);
      case "manuscript.duplicate":
        return duplicate(of);
      case "manuscript.rename": {
        const found = find(of.part);
        if (found !== undefined) found.title = of.title;
        return of.part;
      }
      case "manuscript.move": {
        const moved = take(of.part);
        const list = listOf(of.parent);
        list.splice(of.at ?? list.length, 0, moved);
        return of.part;
      }
      case "manuscript.bin":
        byId.set(JSON.stringify(of.part), take(of.part));
        return of.part;
      case "manuscript.describe":
        return describe(request as DescribePart);
      case "manuscript.part":
        return viewOf(of.part);
      case "scene.merge": {
        const { with: second } = request as { with: number };
        byId.set(JSON.stringify({ scene: second }), take({ scene: second }));
        return {};
      }
      default:
        return {};
    }
  };

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
