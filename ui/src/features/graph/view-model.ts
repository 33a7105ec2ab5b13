// The data of the graph and its table. Plain values: the owner of the views holds the canon and handles events.

/** The kind of an entity. */
export type EntityKind = "character" | "location" | "organization" | "item" | "event" | "thread";

/** The modality of a statement. */
export type Modality = "narrated" | "claimed" | "rumour" | "dream" | "planned";

/** An entity. */
export interface GraphNode {
  id: string;
  name: string;
  kind: EntityKind;
  /** Its other names; the table filter matches them. */
  aliases: readonly string[];
}

/** Common fields of relations and facts. */
export interface Statement {
  id: string;
  of: "relation" | "fact";
  /** The subject entity. */
  from: string;
  /** The kind of the relation, or the predicate of the fact. */
  label: string;
  /** Where it starts to hold, in words; null: from the beginning. */
  since: string | null;
  /** Where it stops holding, in words; null: never. */
  until: string | null;
  modality: Modality;
}

/** A statement about two entities: drawn as a line from one to the other. */
export interface GraphEdge extends Statement {
  to: string;
}

/** A statement with text: only the table shows it. */
export interface GraphFact extends Statement {
  text: string;
}

/** Everything there is to show. */
export interface GraphContent {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  facts: readonly GraphFact[];
}

/** Events of the views, handled by their owner. */
export interface GraphActs {
  /** An entity was selected; null: none is. */
  onSelect: (id: string | null) => void;
  /** Open an entity. */
  onOpen: (id: string) => void;
  /** Open a relation or a fact. */
  onOpenStatement: (id: string) => void;
  /** Show only what is near an entity; null: everything. */
  onFocus: (id: string | null) => void;
  /** Show how an entity is connected with another one. */
  onConnect: (id: string) => void;
}
