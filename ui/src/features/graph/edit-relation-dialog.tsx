// Creates or edits a relation: its ends, kind, span and evidence.
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { SuggestField } from "@/components/suggest-field";
import { desk, type Passage, showItem, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type {
  EntityId,
  EntityView,
  GraphView,
  OutlineView,
  RelationView,
  SaveRelation,
  SceneId,
} from "@/ipc/types";
import { firstNamed, labelsInUse } from "./content";
import { AbsentDialog, FormDialog } from "./dialog-frame";
import { EntityField, ModalityField, PassageQuote, refOf, SpanFields } from "./fields";
import type { Modality } from "./view-model";

const NOTHING: GraphView = { nodes: [], edges: [], facts: [] };

/** Shown when the desk requests it. */
export function EditRelationDialog() {
  const dialog = useDesk((state) => state.dialog);
  if (dialog?.name !== "edit-relation") return null;
  return <Asked key={dialog.relation} {...dialog} />;
}

interface AskedProps {
  relation: number | null;
  from?: EntityId;
  passage?: Passage;
}

function Asked({ relation, from, passage }: AskedProps) {
  const { t } = useTranslation("graph");
  const entities = useAnswer("kg.entities", {});
  const outline = useAnswer("manuscript.outline", {});
  const graph = useAnswer("kg.graph", {});
  const all = graph.data;
  const about = from ?? all?.edges.find(({ edge }) => "relation" in edge && edge.relation === relation)?.from;
  const card = useAnswer("kg.entity", relation === null || about === undefined ? null : { entity: about });
  const title = t(relation === null ? "edit.newRelation" : "edit.relation");
  const before = card.data?.relations.find(({ id }) => id === relation);
  const failure = entities.error ?? outline.error ?? card.error;
  const isKnown = relation === null || before !== undefined;
  // Editing needs the graph to find the statement; otherwise it only provides suggestions.
  const searches = relation !== null && about === undefined && graph.isPending;
  const asks = searches || (about !== undefined && card.isPending && relation !== null);
  if (failure !== null || (!isKnown && !asks)) return <AbsentDialog title={title} failure={failure} />;
  if (entities.data === undefined || outline.data === undefined || !isKnown) return null;
  return (
    <Form
      before={before ?? null}
      from={entities.data.entities.find(({ id }) => id === from)?.name ?? ""}
      passage={passage ?? null}
      entities={entities.data.entities}
      outline={outline.data}
      kinds={labelsInUse(all ?? NOTHING, "relation")}
    />
  );
}

interface FormProps {
  before: RelationView | null;
  from: string;
  passage: Passage | null;
  entities: readonly EntityView[];
  outline: OutlineView;
  kinds: readonly string[];
}

function Form({ before, from: begins, passage, entities, outline, kinds }: FormProps) {
  const { t } = useTranslation("graph");
  const [first] = useState(before);
  const [from, setFrom] = useState(() => {
    if (first !== null) return first.from_name;
    return begins || (passage === null ? "" : (firstNamed(entities, passage.quote)?.name ?? ""));
  });
  const [to, setTo] = useState(first?.to_name ?? "");
  const [kind, setKind] = useState(first?.kind ?? "");
  const [since, setSince] = useState<SceneId | null>(() =>
    first === null ? (passage?.scene ?? desk().scene) : (first.valid_from?.scene ?? null),
  );
  const [until, setUntil] = useState<SceneId | null>(first?.valid_to?.scene ?? null);
  const [modality, setModality] = useState<Modality>(first?.modality ?? "narrated");
  const suggestions = useMemo(() => kinds.map((value) => ({ value })), [kinds]);
  const names = { from: from.trim(), to: to.trim(), kind: kind.trim() };
  const isWhole = Object.values(names).every((words) => words !== "");
  const [one, other] = [refOf(entities, from), refOf(entities, to)];
  const isSame = isWhole && ("id" in one && "id" in other ? one.id === other.id : names.from === names.to);

  const save = async () => {
    const request: SaveRelation = {
      from: first !== null && names.from === first.from_name ? { id: first.from } : one,
      to: first !== null && names.to === first.to_name ? { id: first.to } : other,
      kind: names.kind,
      valid_from: since,
      valid_to: until,
      modality,
    };
    if (first !== null) request.relation = first.id;
    if (passage !== null) request.passage = passage;
    await call("kg.save_relation", request);
    const shown = "id" in request.from ? request.from.id : null;
    notify({
      text: t("edit.saved", { name: t("statement.relation", names) }),
      ...(shown !== null && {
        action: { label: t("edit.show"), onSelect: () => showItem("entity", shown) },
      }),
    });
  };

  return (
    <FormDialog
      title={t(first === null ? "edit.newRelation" : "edit.relation")}
      makes={first === null}
      ready={isWhole && !isSame}
      save={save}
    >
      {passage !== null && <PassageQuote quote={passage.quote} />}
      <div className="flex flex-wrap items-start gap-4">
        <div className="flex-1 basis-36">
          <EntityField label={t("edit.from")} value={from} onChange={setFrom} entities={entities} />
        </div>
        <SuggestField
          label={t("edit.relationKind")}
          required
          value={kind}
          onChange={setKind}
          suggestions={suggestions}
          placeholder={t("edit.relationHint")}
          className="flex-1 basis-36"
        />
        <div className="flex-1 basis-36">
          <EntityField
            label={t("edit.to")}
            value={to}
            onChange={setTo}
            entities={entities}
            error={isSame ? t("edit.same") : undefined}
          />
        </div>
      </div>
      {/* A sentence makes the direction of the relation clear. */}
      <p role="status" className="-mt-1 min-h-5 text-sm break-words text-subtle">
        {isWhole && !isSame ? t("edit.sentence", names) : ""}
      </p>
      <ModalityField value={modality} onChange={setModality} />
      <SpanFields outline={outline} from={since} to={until} onFrom={setSince} onTo={setUntil} />
    </FormDialog>
  );
}
