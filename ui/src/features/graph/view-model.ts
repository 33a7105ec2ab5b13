// What the graph and its table are drawn from. Plain values: whoever shows them has the canon and answers the events.

/** What an entity is. */
export type EntityKind = "character" | "location" | "organization" | "item" | "event" | "thread";

/** In which way something is so. */
export type Modality = "narrated" | "claimed" | "rumour" | "dream" | "planned";

/** An entity. */
export interface GraphNode {
  id: string;
  name: string;
  kind: EntityKind;
  /** Its other names; the filter of the table finds it by them. */
  aliases: readonly string[];
}

/** What a relation and a fact have in common. */
export interface Statement {
  id: string;
  of: "relation" | "fact";
  /** The entity that it is said of. */
  from: string;
  /** The kind of the relation, or the predicate of the fact. */
  label: string;
  /** Where it begins to be so, in words; null: since before the book. */
  since: string | null;
  /** Where it ceases to be so, in words; null: never. */
  until: string | null;
  modality: Modality;
}

/** A statement about two entities: the graph draws it as a line from one to the other. */
export interface GraphEdge extends Statement {
  to: string;
}

/** A statement in words, such as a fact with a text: the table alone shows it. */
export interface GraphFact extends Statement {
  text: string;
}

/** Everything there is to show. */
export interface GraphContent {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  facts: readonly GraphFact[];
}

/** What the author does; whoever shows the views answers. */
export interface GraphActs {
  /** An entity was chosen; null: none is. */
  onSelect: (id: string | null) => void;
  /** The entity itself is wanted. */
  onOpen: (id: string) => void;
  /** A relation or a fact is wanted. */
  onOpenStatement: (id: string) => void;
  /** Only what is within two steps of an entity is wanted; null: everything. */
  onFocus: (id: string | null) => void;
}
