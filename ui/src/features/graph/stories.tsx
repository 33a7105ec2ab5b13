// The graph and its table in their states.
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Button } from "@/components/button";
import { type Dialog, openDialog, type useDesk } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import { Stage, sampleProject } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { GraphCentre } from "./graph-centre";
import { GraphDialogs } from "./graph-dialogs";
import { GraphPanel } from "./graph-panel";
import { GraphTab } from "./graph-tab";
import { GraphTable } from "./graph-table";
import { ferry, longNames, manyEntities } from "./sample";
import { answersOf, cardOf, connectionOf, manyTold } from "./sample-answers";
import { useTabState } from "./tab-state";
import type { GraphContent } from "./view-model";

interface ShownProps {
  make: () => GraphContent;
  selected?: string | null;
  focus?: string | null;
  narrow?: boolean;
}

function Shown({ make, selected: first = null, focus: from = null, narrow = false }: ShownProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once
  const content = useMemo(make, []);
  const [selected, setSelected] = useState(first);
  const [focus, setFocus] = useState(from);
  return (
    <GraphPanel
      {...content}
      selected={selected}
      focus={focus}
      onSelect={setSelected}
      onFocus={setFocus}
      onConnect={() => undefined}
      onOpen={() => undefined}
      onOpenStatement={() => undefined}
      className={`h-150 overflow-hidden rounded-lg border border-line ${narrow ? "w-90" : ""}`}
    />
  );
}

function Tables({ make }: { make: () => GraphContent }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once
  const content = useMemo(make, []);
  const [selected, setSelected] = useState<string | null>(null);
  const table = (
    <GraphTable
      {...content}
      selected={selected}
      onSelect={setSelected}
      onOpen={() => undefined}
      onOpenStatement={() => undefined}
    />
  );
  return (
    <div className="flex gap-5">
      <div className="flex h-130 w-90 overflow-hidden rounded-lg border border-line">{table}</div>
      <div className="flex h-130 min-w-0 flex-1 overflow-hidden rounded-lg border border-line">{table}</div>
    </div>
  );
}

interface PlaceProps {
  host: FakeAnswers;
  entity?: number | null;
  view?: "all" | "chapter" | "connection";
  /** The two entities whose connection is shown. */
  ends?: { from: string; to: string };
  wide?: boolean;
  desk?: Partial<ReturnType<typeof useDesk.getState>>;
  children: ReactNode;
}

const NO_ENDS = { from: "", to: "" };

function Place(props: PlaceProps) {
  const { host, entity = null, view = "all", ends = NO_ENDS, wide = false, desk = {}, children } = props;
  useState(() =>
    useTabState.setState({
      view,
      asOf: "end",
      filter: "",
      kind: "all",
      ends,
      narrated: false,
      takesFocus: false,
    }),
  );
  const shown = { lore: null, entity, thread: null, event: null, generation: null };
  return (
    <Stage host={host} desk={{ project: sampleProject(), scene: 10, tab: "graph", shown, ...desk }}>
      <div
        className={`h-150 overflow-hidden rounded-lg border border-line ${wide ? "w-220 max-w-full" : "w-69"}`}
      >
        {children}
      </div>
    </Stage>
  );
}

const fail = () => {
  throw failure("io", { message: "the disk did not answer" });
};

function Tab({ say, ...rest }: StoryContext & Partial<PlaceProps>) {
  return (
    <Place host={answersOf(say)} {...rest}>
      <GraphTab />
    </Place>
  );
}

/** Names, values and quotes that do not fit. */
function LongCard(context: StoryContext) {
  const { say } = context;
  const card = cardOf(say);
  const long = say(
    "在渡口等了三十年也没有等到那个答应过会回来的人的老船工的侄女的远房表妹",
    "the distant cousin of a niece of the ferryman who waited for thirty years at the ferry for someone who had promised",
  );
  const host = {
    ...answersOf(say),
    "kg.entity": () => ({
      ...card,
      name: long,
      aliases: [long, `${long} 2`],
      facts: card.facts.map((fact) => ({ ...fact, predicate: long, object_name: `${long}，${long}` })),
      relations: card.relations.map((relation) => ({ ...relation, kind: long, from_name: long })),
    }),
  };
  return <Tab {...context} host={host} entity={1} />;
}

function Centre({ say, ...rest }: StoryContext & Partial<PlaceProps>) {
  return (
    <Place host={answersOf(say)} wide {...rest}>
      <GraphCentre entity={rest.entity ?? null} />
    </Place>
  );
}

function Opened({ dialog }: { dialog: Dialog }) {
  useEffect(() => openDialog(dialog), [dialog]);
  return <Button onClick={() => openDialog(dialog)}>{dialog.name}</Button>;
}

function Asks({ say, dialog }: StoryContext & { dialog: Dialog }) {
  return (
    <Place host={answersOf(say)} wide>
      <Opened dialog={dialog} />
      <GraphDialogs />
    </Place>
  );
}

const passage = ({ say }: StoryContext) => ({
  scene: 30,
  range: { start: 4, end: 20 },
  quote: say("林晚把铜哨塞进小满手里，转身上了船。", "Lin Wan put the brass whistle into Xiaoman's hand."),
});

const endsOf = ({ say }: StoryContext) => {
  const { from, to } = connectionOf(say);
  return { from: from.name, to: to.name };
};

const NEW_ENTITY: Dialog = { name: "edit-entity", entity: null };
const NEW_RELATION: Dialog = { name: "edit-relation", relation: null, from: 1 };
const KNOWN_FACT: Dialog = { name: "edit-fact", fact: 2, subject: 1 };

function FactOfPassage(context: StoryContext) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once
  const dialog = useMemo((): Dialog => ({ name: "edit-fact", fact: null, passage: passage(context) }), []);
  return <Asks {...context} dialog={dialog} />;
}

const story = (id: string, title: string, render: Story["render"]): Story => ({
  id,
  title,
  group: "Graph",
  render,
});

export const stories: Story[] = [
  story("graph", "Graph: a small novel", ({ say }) => <Shown make={() => ferry(say)} />),
  story("graph-chosen", "Graph: an entity is chosen", ({ say }) => (
    <Shown make={() => ferry(say)} selected="lin" />
  )),
  story("graph-focus", "Graph: around an entity, narrow", ({ say }) => (
    <Shown make={() => ferry(say)} selected="xiao" focus="xiao" narrow />
  )),
  story("graph-large", "Graph: 2,000 entities, 20,000 relations", ({ say }) => (
    <Shown make={() => manyEntities(2000, 20_000, say)} />
  )),
  story("graph-middle", "Graph: 200 entities", ({ say }) => (
    <Shown make={() => manyEntities(200, 420, say)} />
  )),
  story("graph-long", "Graph: long names, narrow", ({ say }) => (
    <Shown make={() => longNames(say)} selected="a" narrow />
  )),
  story("graph-empty", "Graph: nothing yet", () => (
    <Shown make={() => ({ nodes: [], edges: [], facts: [] })} narrow />
  )),
  story("graph-table", "Graph: as a table", ({ say }) => <Tables make={() => ferry(say)} />),
  story("graph-table-large", "Graph: as a large table", ({ say }) => (
    <Tables make={() => manyEntities(2000, 20_000, say)} />
  )),
  story("graph-table-long", "Graph: as a table, long names", ({ say }) => (
    <Tables make={() => longNames(say)} />
  )),
  story("graph-tab", "Tab: entities", (context) => <Tab {...context} />),
  story("graph-tab-entity", "Tab: one entity", (context) => <Tab {...context} entity={1} />),
  story("graph-tab-long", "Tab: one entity, long words", (context) => <LongCard {...context} />),
  story("graph-tab-changes", "Tab: changes of the chapter", (context) => <Tab {...context} view="chapter" />),
  story("graph-tab-connection", "Tab: how two are connected", (context) => (
    <Tab {...context} view="connection" ends={endsOf(context)} />
  )),
  story("graph-tab-connection-begin", "Tab: a connection to be chosen", (context) => (
    <Tab {...context} view="connection" />
  )),
  story("graph-tab-apart", "Tab: two that are not connected", (context) => (
    <Tab
      {...context}
      view="connection"
      ends={endsOf(context)}
      host={{
        ...answersOf(context.say),
        "kg.connection": () => ({ ...connectionOf(context.say), chains: [], from_reaches: 4, to_reaches: 0 }),
      }}
    />
  )),
  story("graph-tab-large", "Tab: 2,000 entities", (context) => (
    <Tab
      {...context}
      host={{ ...answersOf(context.say), "kg.entities": () => ({ entities: manyTold(context.say) }) }}
    />
  )),
  story("graph-tab-empty", "Tab: nothing yet", (context) => (
    <Tab {...context} host={{ ...answersOf(context.say), "kg.entities": () => ({ entities: [] }) }} />
  )),
  story("graph-tab-loading", "Tab: being read", (context) => (
    <Tab {...context} host={{ "kg.entities": never, "manuscript.outline": never }} />
  )),
  story("graph-tab-error", "Tab: cannot be read", (context) => (
    <Tab {...context} host={{ ...answersOf(context.say), "kg.entities": fail }} />
  )),
  story("graph-tab-gone", "Tab: an entity that is gone", (context) => (
    <Tab
      {...context}
      entity={1}
      host={{
        ...answersOf(context.say),
        "kg.entity": () => {
          throw failure("not_found");
        },
      }}
    />
  )),
  story("graph-centre", "Centre: everything", (context) => <Centre {...context} />),
  story("graph-centre-around", "Centre: around an entity", (context) => <Centre {...context} entity={1} />),
  story("graph-centre-empty", "Centre: nothing yet", (context) => (
    <Centre
      {...context}
      host={{ ...answersOf(context.say), "kg.graph": () => ({ nodes: [], edges: [], facts: [] }) }}
    />
  )),
  story("graph-centre-loading", "Centre: being read", (context) => (
    <Centre {...context} host={{ "kg.graph": never, "kg.entities": never, "manuscript.outline": never }} />
  )),
  story("graph-centre-error", "Centre: cannot be read", (context) => (
    <Centre {...context} host={{ ...answersOf(context.say), "kg.graph": fail }} />
  )),
  story("graph-edit-entity", "Dialog: a new entity", (context) => <Asks {...context} dialog={NEW_ENTITY} />),
  story("graph-edit-fact", "Dialog: a fact of a passage", (context) => <FactOfPassage {...context} />),
  story("graph-edit-known-fact", "Dialog: a known fact", (context) => (
    <Asks {...context} dialog={KNOWN_FACT} />
  )),
  story("graph-edit-relation", "Dialog: a new relation", (context) => (
    <Asks {...context} dialog={NEW_RELATION} />
  )),
];
