// Converts backend answers to the graph's content, filtered by kind, scene and modality. Pure.
import type { GraphView as Answered, EntityView, OutlineView, SceneId } from "@/ipc/types";
import type { EntityKind, GraphContent, GraphEdge, GraphFact, Modality } from "./view-model";

/** The place of a scene: its rank among all scenes and the index of its chapter, both from 0, and the chapter title. */
export interface ScenePlace {
  rank: number;
  chapter: number;
  title: string;
}

/** The places of all scenes of a book. */
export type Places = ReadonlyMap<SceneId, ScenePlace>;

const cache = new WeakMap<OutlineView, Places>();

/** The place of each scene in reading order. */
export function placesOf(outline: OutlineView): Places {
  let places = cache.get(outline);
  if (places === undefined) {
    const placeByScene = new Map<SceneId, ScenePlace>();
    let chapter = 0;
    for (const volume of outline.volumes) {
      for (const { scenes, title } of volume.chapters) {
        for (const { id } of scenes) placeByScene.set(id, { rank: placeByScene.size, chapter, title });
        chapter += 1;
      }
    }
    places = placeByScene;
    cache.set(outline, places);
  }
  return places;
}

interface Span {
  valid_from: SceneId | null;
  valid_to: SceneId | null;
}

/**
 * Whether a statement holds in a scene. One that begins in the bin holds nowhere; one that ends there never ends. The
 * beginning is included, the end is not.
 */
export function isSoIn(span: Span, rank: number, places: Places): boolean {
  const from = span.valid_from === null ? 0 : places.get(span.valid_from)?.rank;
  if (from === undefined) return false;
  const until = span.valid_to === null ? undefined : places.get(span.valid_to)?.rank;
  return from <= rank && (until === undefined || (rank < until && from < until));
}

/** The filters of the graph. */
export interface Wanted {
  /** null: all of them. */
  kinds: ReadonlySet<EntityKind> | null;
  /** Only narrated statements. */
  narrated: boolean;
  /** Only statements that hold in this scene; null: any time. */
  at: SceneId | null;
}

/** Ids of statements in views, which do not know about tables. */
export type StatementId = { fact: number } | { relation: number };

export const idOf = (of: StatementId) => ("fact" in of ? `f${of.fact}` : `r${of.relation}`);

/** The statement behind a view id. */
export function statementOf(id: string): StatementId {
  const number = Number(id.slice(1));
  return id.startsWith("f") ? { fact: number } : { relation: number };
}

/** The content of the views. `word` formats a scene place. */
export function contentOf(
  graph: Answered,
  entities: readonly EntityView[],
  wanted: Wanted,
  places: Places,
  word: (place: ScenePlace | undefined) => string,
): GraphContent {
  const aliases = new Map(entities.map((entity) => [entity.id, entity.aliases]));
  const nodes = graph.nodes.filter(({ kind }) => wanted.kinds === null || wanted.kinds.has(kind));
  const shown = new Set(nodes.map(({ id }) => id));
  const rank = wanted.at === null ? undefined : places.get(wanted.at)?.rank;
  const passes = (said: Span & { modality: Modality }) =>
    (!wanted.narrated || said.modality === "narrated") && (rank === undefined || isSoIn(said, rank, places));
  const time = (scene: SceneId | null) => (scene === null ? null : word(places.get(scene)));
  const begins = ({ valid_from: from }: Span) =>
    from === null ? -1 : (places.get(from)?.rank ?? Number.POSITIVE_INFINITY);
  const inOrder = <T extends Span>(all: readonly T[]) => [...all].sort((a, b) => begins(a) - begins(b));
  const common = (said: Span & { modality: Modality }) => ({
    since: time(said.valid_from),
    until: time(said.valid_to),
    modality: said.modality,
  });
  const edge = (one: Answered["edges"][number]): GraphEdge => ({
    id: idOf(one.edge),
    of: "fact" in one.edge ? "fact" : "relation",
    from: String(one.from),
    to: String(one.to),
    label: one.label,
    ...common(one),
  });
  const edges = graph.edges.filter((one) => shown.has(one.from) && shown.has(one.to) && passes(one));
  const facts = graph.facts.filter((one) => shown.has(one.subject) && passes(one));
  return {
    nodes: nodes.map(({ id, name, kind }) => ({
      id: String(id),
      name,
      kind,
      aliases: aliases.get(id) ?? [],
    })),
    edges: inOrder(edges).map(edge),
    facts: inOrder(facts).map(
      (one): GraphFact => ({
        id: idOf(one),
        of: "fact",
        from: String(one.subject),
        label: one.predicate,
        text: one.text,
        ...common(one),
      }),
    ),
  };
}

/** The entity with a name; names take precedence over aliases. */
export function called(entities: readonly EntityView[], name: string): EntityView | undefined {
  const trimmed = name.trim();
  return (
    entities.find((entity) => entity.name === trimmed) ??
    entities.find((entity) => entity.aliases.includes(trimmed))
  );
}

/** The entity that a passage names first. */
export function firstNamed(entities: readonly EntityView[], quote: string): EntityView | undefined {
  let first: { entity: EntityView; at: number; length: number } | undefined;
  for (const entity of entities) {
    for (const name of [entity.name, ...entity.aliases]) {
      const at = name === "" ? -1 : quote.indexOf(name);
      if (at < 0) continue;
      const better = first === undefined || at < first.at || (at === first.at && name.length > first.length);
      if (better) first = { entity, at, length: name.length };
    }
  }
  return first?.entity;
}

/** Labels of relations, or predicates of facts, most frequent first. */
export function labelsInUse(graph: Answered, of: "relation" | "fact"): string[] {
  const uses = new Map<string, number>();
  const count = (label: string) => uses.set(label, (uses.get(label) ?? 0) + 1);
  for (const { edge, label } of graph.edges) if (of in edge) count(label);
  if (of === "fact") for (const { predicate } of graph.facts) count(predicate);
  return [...uses].sort((a, b) => b[1] - a[1]).map(([label]) => label);
}

/** Entities by kind, then by name. */
export function listedEntities(
  entities: readonly EntityView[],
  kinds: readonly EntityKind[],
  filter: string,
  kind: EntityKind | null,
  language: string,
): EntityView[] {
  const parts = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const { compare } = new Intl.Collator(language, { numeric: true });
  return entities
    .filter((entity) => {
      if (kind !== null && entity.kind !== kind) return false;
      const names = [entity.name, ...entity.aliases].map((name) => name.toLocaleLowerCase());
      return parts.every((part) => names.some((name) => name.includes(part)));
    })
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || compare(a.name, b.name));
}
