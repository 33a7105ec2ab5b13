// The filter form: every change applies immediately.
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { ChooseField } from "@/components/choose-field";
import { cx } from "@/components/class-names";
import { Select } from "@/components/select";
import { SuggestField } from "@/components/suggest-field";
import { Switch } from "@/components/switch";
import { useDesk } from "@/desk/desk";
import type { SearchKind, Status } from "@/ipc/types";
import { isTurnedRound, KINDS } from "./filters";
import { clearFilters, setFilter, useSearching } from "./state";
import { useFilterNames } from "./use-filter-names";

const STATUSES: readonly Status[] = ["planned", "drafting", "completed"];
/** The list value for no filter. */
const ANY = "any";

export function FilterForm() {
  const { t } = useTranslation("search");
  const filters = useSearching((state) => state.filters);
  const { outline, chapters, entities } = useFilterNames();
  const volumes = outline?.volumes ?? [];
  const chapterChoices = chapters.map(({ id, title, volume }) => ({
    id: String(id),
    label: title.trim() || t("places.untitled"),
    hint: volumes.length > 1 ? volume.title : undefined,
  }));
  const characters = entities.filter(({ kind }) => kind === "character");
  const numbered = (value: number | null | undefined) => (value == null ? null : String(value));
  const number = (value: string | null) => (value === null ? null : Number(value));
  return (
    <fieldset
      aria-label={t("filters.label")}
      className="flex min-w-0 flex-col gap-2.5 border-t border-line pt-2.5"
    >
      <div className="flex items-start justify-between gap-2">
        <Kinds chosen={filters.kinds ?? []} />
        {Object.keys(filters).length > 0 && (
          <Button size="sm" variant="ghost" className="-my-px -mr-1 shrink-0" onClick={clearFilters}>
            {t("filters.clear")}
          </Button>
        )}
      </div>
      <div className="grid grid-cols-2 gap-x-2 gap-y-2.5">
        {volumes.length > 1 && (
          <Select
            className="min-w-0"
            label={t("filters.volume")}
            value={numbered(filters.volume) ?? ANY}
            onChange={(value) => setFilter("volume", value === ANY ? null : Number(value))}
            options={[
              { value: ANY, label: t("filters.anyVolume") },
              ...volumes.map(({ id, title }) => ({
                value: String(id),
                label: title.trim() || t("places.untitled"),
              })),
            ]}
          />
        )}
        <Select
          className={volumes.length > 1 ? "min-w-0" : "col-span-2 min-w-0"}
          label={t("filters.status")}
          value={filters.status ?? ANY}
          onChange={(value) => setFilter("status", value === ANY ? null : value)}
          options={[
            { value: ANY, label: t("filters.anyStatus") },
            ...STATUSES.map((value) => ({ value, label: t(`filters.statuses.${value}`) })),
          ]}
        />
        <ChooseField
          className="min-w-0"
          label={t("filters.from")}
          none={t("filters.first")}
          nothing={t("filters.nothing")}
          value={numbered(filters.from_chapter)}
          onChange={(value) => setFilter("from_chapter", number(value))}
          choices={chapterChoices}
        />
        <ChooseField
          className="min-w-0"
          label={t("filters.to")}
          none={t("filters.last")}
          nothing={t("filters.nothing")}
          value={numbered(filters.to_chapter)}
          onChange={(value) => setFilter("to_chapter", number(value))}
          choices={chapterChoices}
          error={isTurnedRound(filters, chapters) ? t("filters.turnedRound") : undefined}
        />
        <SuggestField
          className="min-w-0"
          label={t("filters.pov")}
          placeholder={t("filters.anyPov")}
          value={filters.pov ?? ""}
          onChange={(value) => setFilter("pov", value)}
          suggestions={characters.map(({ title }) => ({ value: title }))}
        />
        <ChooseField
          className="min-w-0"
          label={t("filters.character")}
          none={t("filters.anyCharacter")}
          nothing={t("filters.nothing")}
          value={numbered(filters.character)}
          onChange={(value) => setFilter("character", number(value))}
          choices={entities.map(({ id, title }) => ({ id: String(id), label: title }))}
        />
      </div>
      <AsOf />
    </fieldset>
  );
}

function Kinds({ chosen }: { chosen: readonly SearchKind[] }) {
  const { t } = useTranslation("search");
  return (
    <fieldset aria-label={t("filters.kinds")} className="-mx-1 flex flex-wrap gap-0.5">
      {KINDS.map((kind) => {
        const on = chosen.includes(kind);
        const others = chosen.filter((one) => one !== kind);
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={on}
            onClick={() =>
              setFilter("kinds", on ? others : KINDS.filter((one) => one === kind || others.includes(one)))
            }
            className={cx(
              "flex h-6 items-center rounded-md px-1.5 text-xs transition-colors",
              on ? "bg-accent-soft text-accent" : "text-subtle hover:bg-surface-hover hover:text-ink",
            )}
          >
            {t(`kinds.${kind}`)}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Excludes everything after a scene. The scene stays fixed: going to a result does not change it. */
function AsOf() {
  const { t } = useTranslation("search");
  const scene = useDesk((state) => state.scene);
  const asOf = useSearching((state) => state.filters.as_of ?? null);
  const { sceneAt } = useFilterNames();
  return (
    <div className="flex flex-col items-start gap-1">
      <Switch
        className="w-full"
        label={t("filters.asOf")}
        description={asOf === null ? t("filters.asOfText") : t("filters.asOfAt", { place: sceneAt(asOf) })}
        checked={asOf !== null}
        disabled={asOf === null && scene === null}
        onChange={(on) => setFilter("as_of", on ? scene : null)}
      />
      {asOf !== null && scene !== null && asOf !== scene && (
        <Button size="sm" variant="ghost" onClick={() => setFilter("as_of", scene)}>
          {t("filters.moveHere")}
        </Button>
      )}
    </div>
  );
}
