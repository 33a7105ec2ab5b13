// A small novel as backend answers, for stories and tests.
import type { FakeAnswers } from "@/ipc/fake-host";
import type {
  ChapterView,
  ConnectionView,
  EntityCard,
  EntityView,
  Evidence,
  FactView,
  GraphView,
  OutlineView,
  RelationView,
  SceneRef,
} from "@/ipc/types";
import { KINDS } from "./kinds";

type Say = (zh: string, en: string) => string;

const NONE = { standard: 0, word: 0, han: 0, all: 0 };
const CHAPTERS = 12;

const title = (say: Say, n: number) => say(`第${n}章 渡口`, `The ferry, part ${n}`);

/** A book of twelve chapters with one scene each; the third has two. */
export function outlineOf(say: Say): OutlineView {
  const chapters = Array.from({ length: CHAPTERS }, (_, at): ChapterView => {
    const scene = (id: number) => ({ id, title: "", status: "drafting" as const, version: 1, counts: NONE });
    const scenes = at === 2 ? [scene(3), scene(30)] : [scene(at + 1)];
    return { id: at + 1, title: title(say, at + 1), status: "drafting", target: null, counts: NONE, scenes };
  });
  return { volumes: [{ id: 1, title: say("上卷", "Part one"), counts: NONE, chapters }] };
}

export const place = (say: Say, n: number): SceneRef => ({
  scene: n,
  chapter: n,
  chapter_index: n - 1,
  chapter_title: title(say, n),
});

/** The people of the ferry. */
export function entitiesOf(say: Say): EntityView[] {
  const entity = (
    id: number,
    name: string,
    kind: EntityView["kind"],
    aliases: string[] = [],
    description = "",
    lore_entry: number | null = null,
  ): EntityView => ({ id, name, kind, aliases, description, lore_entry });
  return [
    entity(
      1,
      say("林晚", "Lin Wan"),
      "character",
      [say("晚娘", "Aunt Wan"), say("渡口的女人", "the ferry woman")],
      say(
        "不说话的女人，第三年秋天来到渡口。",
        "A woman who does not speak. She came to the ferry in the third autumn.",
      ),
      7,
    ),
    entity(2, say("老何", "Old He"), "character", [say("何船工", "the ferryman")]),
    entity(3, say("小满", "Xiaoman"), "character"),
    entity(4, say("渡口", "The ferry"), "location"),
    entity(5, say("青云门", "Azure Gate"), "organization", [say("青云", "Azure")]),
    entity(6, say("铜哨", "Brass whistle"), "item"),
  ];
}

const proof = (quote: string, scene: number): Evidence => ({
  scene,
  version: 1,
  range: { start: 10, end: 10 + [...quote].length },
  quote,
});

const SAID = {
  valid_from: null,
  valid_to: null,
  holds: true,
  modality: "narrated",
  confidence: 1,
  source: "author",
  evidence: [],
} as const;

/** The card of the main character. */
export function cardOf(say: Say): EntityCard {
  const [woman] = entitiesOf(say);
  if (woman === undefined) throw new Error("nobody is there");
  const fact = (id: number, more: Partial<FactView>): FactView => ({
    id,
    subject: 1,
    subject_name: woman.name,
    predicate: "",
    object: { text: "" },
    object_name: "",
    ...SAID,
    evidence: [],
    ...more,
  });
  const relation = (id: number, more: Partial<RelationView>): RelationView => ({
    id,
    from: 1,
    from_name: woman.name,
    to: 3,
    to_name: say("小满", "Xiaoman"),
    kind: say("师父", "master"),
    ...SAID,
    evidence: [],
    ...more,
  });
  return {
    ...woman,
    at: 12,
    facts: [
      fact(1, {
        predicate: say("境界", "rank"),
        object_name: say("筑基", "Foundation"),
        object: { text: say("筑基", "Foundation") },
        valid_from: place(say, 9),
        evidence: [proof(say("那一夜，她的灵台亮了起来。", "That night a light rose in her."), 9)],
      }),
      fact(2, {
        predicate: say("所在", "whereabouts"),
        object: { entity: 4 },
        object_name: say("渡口", "The ferry"),
        valid_from: place(say, 3),
        valid_to: place(say, 10),
      }),
      fact(3, {
        predicate: say("身世", "origin"),
        object: { text: "" },
        object_name: say("青云门掌门流落在外的女儿", "a lost daughter of the head of Azure Gate"),
        modality: "rumour",
        confidence: 0.6,
        valid_from: place(say, 5),
        evidence: [
          proof(say("有人说她是青云门的人。", "Some said she was of Azure Gate."), 5),
          proof(say("过渡的客人又提起这件事。", "A traveller spoke of it again."), 6),
          proof(say("老何摇头，不肯信。", "Old He shook his head."), 7),
        ],
      }),
      fact(4, {
        predicate: say("境界", "rank"),
        object_name: say("炼气", "Breath"),
        object: { text: say("炼气", "Breath") },
        valid_to: place(say, 9),
        holds: false,
      }),
    ],
    object_of: [
      fact(9, {
        subject: 6,
        subject_name: say("铜哨", "Brass whistle"),
        predicate: say("主人", "owner"),
        object: { entity: 1 },
        object_name: woman.name,
      }),
    ],
    relations: [
      relation(1, {}),
      relation(2, {
        from: 2,
        from_name: say("老何", "Old He"),
        to: 1,
        to_name: woman.name,
        kind: say("救命恩人", "rescuer"),
        valid_from: place(say, 3),
      }),
      relation(3, {
        to: 5,
        to_name: say("青云门", "Azure Gate"),
        kind: say("弃徒", "outcast"),
        modality: "claimed",
      }),
    ],
  };
}

/** The content of the graph view. */
export function graphOf(say: Say): GraphView {
  const card = cardOf(say);
  const scene = (ref: SceneRef | null) => ref?.scene ?? null;
  const ends = ({ valid_from, valid_to }: { valid_from: SceneRef | null; valid_to: SceneRef | null }) => ({
    valid_from: scene(valid_from),
    valid_to: scene(valid_to),
  });
  const facts = [...card.facts, ...card.object_of];
  return {
    nodes: entitiesOf(say).map(({ id, name, kind }) => ({ id, name, kind, distance: 0 })),
    edges: [
      ...card.relations.map((one) => ({
        edge: { relation: one.id },
        from: one.from,
        to: one.to,
        label: one.kind,
        modality: one.modality,
        ...ends(one),
      })),
      ...facts.flatMap((one) =>
        "entity" in one.object
          ? [
              {
                edge: { fact: one.id },
                from: one.subject,
                to: one.object.entity,
                label: one.predicate,
                modality: one.modality,
                ...ends(one),
              },
            ]
          : [],
      ),
    ],
    facts: facts.flatMap((one) =>
      "text" in one.object
        ? [
            {
              fact: one.id,
              subject: one.subject,
              predicate: one.predicate,
              text: one.object_name,
              modality: one.modality,
              ...ends(one),
            },
          ]
        : [],
    ),
  };
}

/** Two thousand entities. */
export function manyTold(say: Say): EntityView[] {
  return Array.from({ length: 2000 }, (_, at) => ({
    id: at + 1,
    name: say(`人物${at + 1}`, `Person ${at + 1}`),
    kind: KINDS[at % KINDS.length] ?? "character",
    aliases: at % 3 === 0 ? [say(`别号${at}`, `Alias ${at}`)] : [],
    description: "",
    lore_entry: null,
  }));
}

/** Two ways from the ferryman to the sect. */
export function connectionOf(say: Say): ConnectionView {
  const card = cardOf(say);
  const entities = entitiesOf(say);
  const nodesOf = (ids: number[]) =>
    ids.flatMap((id, distance) => {
      const found = entities.find((entity) => entity.id === id);
      return found === undefined ? [] : [{ id, name: found.name, kind: found.kind, distance }];
    });
  const [master, rescuer, outcast] = card.relations as [RelationView, RelationView, RelationView];
  const [, ferryman, , , sect] = entities as [EntityView, EntityView, EntityView, EntityView, EntityView];
  return {
    from: ferryman,
    to: sect,
    chains: [
      {
        nodes: nodesOf([2, 1, 5]),
        steps: [
          { relations: [rescuer], facts: [] },
          { relations: [outcast], facts: card.facts.slice(2, 3) },
        ],
      },
      {
        nodes: nodesOf([2, 3, 5]),
        steps: [
          { relations: [{ ...master, id: 7, from: 2, from_name: rescuer.from_name }], facts: [] },
          { relations: [{ ...outcast, id: 8, from: 3, from_name: master.to_name }], facts: [] },
        ],
      },
    ],
    has_more: false,
    from_reaches: 5,
    to_reaches: 5,
  };
}

/** A host that knows the novel. */
export function answersOf(say: Say): FakeAnswers {
  const card = cardOf(say);
  return {
    "kg.entities": () => ({ entities: entitiesOf(say) }),
    "kg.graph": () => graphOf(say),
    "kg.neighbours": () => graphOf(say),
    "kg.entity": () => card,
    "kg.connection": () => connectionOf(say),
    "kg.changes": () => ({
      entities: entitiesOf(say).slice(2, 4),
      facts_begun: card.facts.slice(1, 2),
      facts_ended: card.facts.slice(3),
      relations_begun: card.relations.slice(1, 2),
      relations_ended: [],
    }),
    "manuscript.outline": () => outlineOf(say),
    "lore.list": () => ({ entries: [], books: [] }),
    "kg.save_entity": () => entitiesOf(say)[0] as EntityView,
    "kg.save_fact": () => ({ fact: 20, ended: [4] }),
    "kg.save_relation": () => ({ relation: 20 }),
    "kg.end": () => ({ count: 1 }),
    "kg.reopen": () => ({ count: 1 }),
    "kg.remove": ({ items }) => ({ items }),
    "kg.put_back": ({ items }) => ({ count: items.length }),
    "scene.locate": () => ({
      range: { start: 12, end: 20 },
      method: "exact_match",
      confidence: 1,
      excerpt: null,
    }),
  };
}
