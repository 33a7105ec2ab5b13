// Creates or edits a fact: its subject, content, span and evidence.
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "@/components/checkbox";
import { SuggestField } from "@/components/suggest-field";
import { Switch } from "@/components/switch";
import { desk, type Passage, showItem, useDesk } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { EntityId, EntityView, FactView, GraphView, OutlineView, SaveFact, SceneId } from "@/ipc/types";
import { called, firstNamed, labelsInUse } from "./content";
import { AbsentDialog, FormDialog } from "./dialog-frame";
import { EntityField, ModalityField, PassageQuote, refOf, SpanFields } from "./fields";
import type { Modality } from "./view-model";

const NOTHING: GraphView = { nodes: [], edges: [], facts: [] };

/** Shown when the desk requests it. */
export function EditFactDialog() {
  const dialog = useDesk((state) => state.dialog);
  if (dialog?.name !== "edit-fact") return null;
  return <Asked key={dialog.fact} {...dialog} />;
}

interface AskedProps {
  fact: number | null;
  subject?: EntityId;
  passage?: Passage;
}

function Asked({ fact, subject, passage }: AskedProps) {
  const { t } = useTranslation("graph");
  const entities = useAnswer("kg.entities", {});
  const outline = useAnswer("manuscript.outline", {});
  const graph = useAnswer("kg.graph", {});
  const all = graph.data;
  // A new fact takes the shown entity as its subject.
  const about =
    subject ??
    all?.edges.find(({ edge }) => "fact" in edge && edge.fact === fact)?.from ??
    all?.facts.find((one) => one.fact === fact)?.subject;
  const card = useAnswer("kg.entity", fact === null || about === undefined ? null : { entity: about });
  const title = t(fact === null ? "edit.newFact" : "edit.fact");
  const before = card.data?.facts.find(({ id }) => id === fact);
  const failure = entities.error ?? outline.error ?? card.error;
  const isKnown = fact === null || before !== undefined;
  // Editing needs the graph to find the statement; otherwise it only provides suggestions.
  const searches = fact !== null && about === undefined && graph.isPending;
  const asks = searches || (about !== undefined && card.isPending && fact !== null);
  if (failure !== null || (!isKnown && !asks)) return <AbsentDialog title={title} failure={failure} />;
  if (entities.data === undefined || outline.data === undefined || !isKnown) return null;
  const named = entities.data.entities.find(({ id }) => id === subject);
  return (
    <Form
      before={before ?? null}
      subject={named?.name ?? ""}
      passage={passage ?? null}
      entities={entities.data.entities}
      outline={outline.data}
      predicates={labelsInUse(all ?? NOTHING, "fact")}
    />
  );
}

interface FormProps {
  before: FactView | null;
  subject: string;
  passage: Passage | null;
  entities: readonly EntityView[];
  outline: OutlineView;
  predicates: readonly string[];
}

function Form({ before, subject: about, passage, entities, outline, predicates }: FormProps) {
  const { t } = useTranslation("graph");
  const [first] = useState(before);
  const [subject, setSubject] = useState(() => {
    if (first !== null) return first.subject_name;
    return about || (passage === null ? "" : (firstNamed(entities, passage.quote)?.name ?? ""));
  });
  const [predicate, setPredicate] = useState(first?.predicate ?? "");
  const [object, setObject] = useState(first?.object_name ?? "");
  const [onlyWords, setOnlyWords] = useState(first !== null && "text" in first.object);
  const [from, setFrom] = useState<SceneId | null>(() =>
    first === null ? (passage?.scene ?? desk().scene) : (first.valid_from?.scene ?? null),
  );
  const [to, setTo] = useState<SceneId | null>(first?.valid_to?.scene ?? null);
  const [modality, setModality] = useState<Modality>(first?.modality ?? "narrated");
  const [replaces, setReplaces] = useState(false);
  const suggestions = useMemo(() => predicates.map((value) => ({ value })), [predicates]);
  const namedEntity = called(entities, object);
  const isEntity = namedEntity !== undefined && !onlyWords;

  const save = async () => {
    // Unchanged text keeps referring to the same entity, even if two share a name.
    const isSame = first !== null && subject.trim() === first.subject_name;
    const request: SaveFact = {
      subject: isSame ? { id: first.subject } : refOf(entities, subject),
      predicate: predicate.trim(),
      object: isEntity ? { entity: namedEntity.id } : { text: object.trim() },
      valid_from: from,
      valid_to: to,
      modality,
    };
    if (isEntity && first !== null && "entity" in first.object && object.trim() === first.object_name) {
      request.object = first.object;
    }
    if (first !== null) request.fact = first.id;
    if (passage !== null) request.passage = passage;
    if (replaces && from !== null) request.replaces = true;
    const saved = await call("kg.save_fact", request);
    const shown = "id" in request.subject ? request.subject.id : null;
    notify({
      text: t("edit.saved", {
        name: t("statement.fact", { subject: subject.trim(), predicate, object: object.trim() }),
      }),
      ...(saved.ended.length > 0 && { detail: t("edit.savedEnded", { n: saved.ended.length }) }),
      ...(shown !== null && {
        action: { label: t("edit.show"), onSelect: () => showItem("entity", shown) },
      }),
    });
  };

  return (
    <FormDialog
      title={t(first === null ? "edit.newFact" : "edit.fact")}
      makes={first === null}
      ready={[subject, predicate, object].every((words) => words.trim() !== "")}
      save={save}
    >
      {passage !== null && <PassageQuote quote={passage.quote} />}
      <div className="flex flex-wrap items-start gap-4">
        <div className="flex-1 basis-48">
          <EntityField label={t("edit.subject")} value={subject} onChange={setSubject} entities={entities} />
        </div>
        <SuggestField
          label={t("edit.predicate")}
          required
          value={predicate}
          onChange={setPredicate}
          suggestions={suggestions}
          placeholder={t("edit.predicateHint")}
          className="flex-1 basis-48"
        />
      </div>
      <div className="flex flex-col gap-1">
        <EntityField
          label={t("edit.object")}
          value={object}
          onChange={setObject}
          entities={entities}
          makes={false}
          placeholder={t("edit.objectPlaceholder")}
          hint={isEntity ? t("edit.objectEntity", { name: namedEntity.name }) : undefined}
        />
        {namedEntity !== undefined && (
          <Checkbox label={t("edit.objectText")} checked={onlyWords} onChange={setOnlyWords} />
        )}
      </div>
      <ModalityField value={modality} onChange={setModality} />
      <SpanFields outline={outline} from={from} to={to} onFrom={setFrom} onTo={setTo} />
      {first === null && (
        <Switch
          label={t("edit.replaces")}
          description={t(from === null ? "edit.replacesOff" : "edit.replacesText")}
          checked={replaces && from !== null}
          disabled={from === null}
          onChange={setReplaces}
        />
      )}
    </FormDialog>
  );
}
