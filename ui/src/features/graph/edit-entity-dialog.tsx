// Creates or edits an entity.
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChooseField } from "@/components/choose-field";
import { NamesField } from "@/components/names-field";
import { Select } from "@/components/select";
import { TextArea } from "@/components/text-area";
import { TextField } from "@/components/text-field";
import { desk, showItem, useDesk } from "@/desk/desk";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { EntityId, EntityView, Failure, SaveEntity } from "@/ipc/types";
import { AbsentDialog, FormDialog } from "./dialog-frame";
import { KINDS } from "./kinds";
import type { EntityKind } from "./view-model";

/** Shown when the desk requests it. */
export function EditEntityDialog() {
  const dialog = useDesk((state) => state.dialog);
  if (dialog?.name !== "edit-entity") return null;
  return <Asked key={dialog.entity} entity={dialog.entity} called={dialog.called ?? ""} />;
}

function Asked({ entity, called }: { entity: EntityId | null; called: string }) {
  const { t } = useTranslation("graph");
  const { data, error } = useAnswer("kg.entities", entity === null ? null : {});
  if (entity === null) return <Form before={null} called={called} />;
  const before = data?.entities.find(({ id }) => id === entity);
  if (before === undefined) {
    if (error === null && data === undefined) return null;
    return <AbsentDialog title={t("edit.entity")} failure={error} />;
  }
  return <Form before={before} called="" />;
}

function Form({ before, called }: { before: EntityView | null; called: string }) {
  const { t } = useTranslation("graph");
  const lore = useAnswer("lore.list", {});
  // A concurrent update does not change the input.
  const [first] = useState(before);
  const [name, setName] = useState(first?.name ?? called);
  const [kind, setKind] = useState<EntityKind>(first?.kind ?? "character");
  const [aliases, setAliases] = useState<string[]>(first?.aliases ?? []);
  const [description, setDescription] = useState(first?.description ?? "");
  const [entry, setEntry] = useState(first?.lore_entry ?? null);
  const [taken, setTaken] = useState<{ name: string; title: string } | null>(null);
  const entries = useMemo(
    () => (lore.data?.entries ?? []).map(({ id, title }) => ({ id: String(id), label: title })),
    [lore.data],
  );
  const takenMessage = taken === null ? undefined : t("edit.nameTaken", taken);
  const isOfName = taken !== null && taken.name === name.trim();

  const save = async () => {
    const request: SaveEntity = { name: name.trim(), kind, aliases, description: description.trim() };
    if (first !== null) request.entity = first.id;
    if (entry !== (first?.lore_entry ?? null)) request.lore_entry = entry;
    const saved = await call("kg.save_entity", request);
    // In the graph tab it is shown at once; elsewhere the author stays in place.
    if (first === null && (desk().tab === "graph" || desk().centre.kind === "graph")) {
      showItem("entity", saved.id);
    }
  };

  return (
    <FormDialog
      title={t(first === null ? "edit.newEntity" : "edit.entity")}
      makes={first === null}
      ready={name.trim() !== ""}
      save={save}
      elsewhere={(failure) => nameConflict(failure) !== null}
      onFailure={(failure) => setTaken(failure === null ? null : nameConflict(failure))}
    >
      <div className="flex gap-4">
        <TextField
          label={t("edit.name")}
          required
          value={name}
          onChange={setName}
          error={isOfName ? takenMessage : undefined}
          className="flex-1"
        />
        <Select<EntityKind>
          label={t("edit.kind")}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          className="w-32 shrink-0"
        />
      </div>
      <NamesField
        label={t("edit.aliases")}
        optional
        value={aliases}
        onChange={setAliases}
        hint={t("edit.aliasesHint")}
        error={taken !== null && !isOfName ? takenMessage : undefined}
      />
      <TextArea
        label={t("edit.description")}
        optional
        rows={3}
        maxRows={10}
        value={description}
        onChange={setDescription}
      />
      <ChooseField
        label={t("edit.lore")}
        optional
        none={t("edit.noLore")}
        nothing={t("edit.noLoreFound")}
        value={entry === null ? null : String(entry)}
        onChange={(id) => setEntry(id === null ? null : Number(id))}
        choices={entries}
      />
    </FormDialog>
  );
}

/** Which name is taken, and by what. */
function nameConflict({ code, details }: Failure): { name: string; title: string } | null {
  if (code !== "name_taken" || typeof details !== "object" || details === null || Array.isArray(details)) {
    return null;
  }
  const { name, title } = details;
  return typeof name === "string" && typeof title === "string" ? { name, title } : null;
}
