// Fields of the graph dialogs: entities by name, scenes by chapter, modality.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ChooseField } from "@/components/choose-field";
import { Select } from "@/components/select";
import { SuggestField } from "@/components/suggest-field";
import type { Suggestion } from "@/components/suggestions";
import type { EntityRef, EntityView, OutlineView, SceneId } from "@/ipc/types";
import { called } from "./content";
import { KindMark } from "./kind-mark";
import type { Modality } from "./view-model";

const MODALITIES: readonly Modality[] = ["narrated", "claimed", "rumour", "dream", "planned"];

interface EntityFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  entities: readonly EntityView[];
  error?: string | undefined;
  /** Unknown names create an entity. */
  makes?: boolean;
  hint?: string | undefined;
  placeholder?: string | undefined;
}

/** Entities as suggestions: each name once, also found by aliases. */
function useEntitySuggestions(entities: readonly EntityView[]): readonly Suggestion[] {
  const { t } = useTranslation("graph");
  return useMemo(() => {
    const names = new Map<string, Suggestion>();
    for (const { name, aliases, kind } of entities) {
      if (names.has(name)) continue;
      names.set(name, {
        value: name,
        also: aliases,
        hint: t(`kinds.${kind}`),
        icon: <KindMark kind={kind} size={10} />,
      });
    }
    return [...names.values()];
  }, [entities, t]);
}

/** An entity by its name; an unknown name may create one. */
export function EntityField(props: EntityFieldProps) {
  const { label, value, onChange, entities, error, makes = true, hint, placeholder } = props;
  const { t } = useTranslation("graph");
  const suggestions = useEntitySuggestions(entities);
  const name = value.trim();
  const found = name === "" ? undefined : called(entities, name);
  const hintText = () => {
    if (hint !== undefined || name === "") return hint;
    if (found === undefined) return makes ? t("edit.newName", { name }) : undefined;
    return found.name === name ? undefined : t("edit.isAlias", { name: found.name });
  };
  return (
    <SuggestField
      required
      listed={!makes}
      hint={hintText()}
      {...{ label, value, onChange, suggestions, error, placeholder }}
    />
  );
}

/** The reference for a typed name. */
export function refOf(entities: readonly EntityView[], name: string): EntityRef {
  const found = called(entities, name);
  return found === undefined ? { name: name.trim() } : { id: found.id };
}

/** The modality of a statement. */
export function ModalityField({ value, onChange }: { value: Modality; onChange: (value: Modality) => void }) {
  const { t } = useTranslation("graph");
  return (
    <Select<Modality>
      label={t("edit.modality")}
      value={value}
      onChange={onChange}
      options={MODALITIES.map((modality) => ({ value: modality, label: t(`modality.${modality}`) }))}
    />
  );
}

interface SpanFieldsProps {
  outline: OutlineView;
  from: SceneId | null;
  to: SceneId | null;
  onFrom: (scene: SceneId | null) => void;
  onTo: (scene: SceneId | null) => void;
}

/** The scenes in which it starts and ends. */
export function SpanFields({ outline, from, to, onFrom, onTo }: SpanFieldsProps) {
  const { t } = useTranslation("graph");
  const choices = useMemo(() => {
    let n = 0;
    return outline.volumes.flatMap((volume) =>
      volume.chapters.flatMap((chapter) => {
        n += 1;
        const title = chapter.title || t("place.chapter", { n });
        return chapter.scenes.map(({ id }, at) => ({
          id: String(id),
          label:
            chapter.scenes.length === 1
              ? t("place.choice", { n, title })
              : t("place.choicePart", { n, title, part: at + 1 }),
        }));
      }),
    );
  }, [outline, t]);
  const scene = (id: string | null) => (id === null ? null : Number(id));
  const shared = { choices, nothing: t("edit.noScene"), className: "flex-1 basis-48" };
  return (
    <div className="flex flex-wrap gap-4">
      <ChooseField
        label={t("edit.validFrom")}
        none={t("edit.always")}
        value={from === null ? null : String(from)}
        onChange={(id) => onFrom(scene(id))}
        {...shared}
      />
      <ChooseField
        label={t("edit.validTo")}
        none={t("edit.never")}
        value={to === null ? null : String(to)}
        onChange={(id) => onTo(scene(id))}
        {...shared}
      />
    </div>
  );
}

/** The passage used as evidence. */
export function PassageQuote({ quote }: { quote: string }) {
  const { t } = useTranslation("graph");
  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      <figcaption className="text-sm font-medium">{t("edit.passage")}</figcaption>
      <blockquote className="line-clamp-4 border-l-2 border-line-strong pl-3 font-reading text-sm break-words text-subtle">
        {quote}
      </blockquote>
    </figure>
  );
}
