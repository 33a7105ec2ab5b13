// A short card of a name, shown beside it in the text.
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { showCard, showItem } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { EntityId, FactView, Named, RelationView, SceneId } from "@/ipc/types";
import { signOf } from "./kinds";

/** Maximum aliases and facts shown; the tabs have all of them. */
const SHOWN_ALIASES = 6;
const SHOWN_FACTS = 5;
/** Maximum characters of the content. */
const MAX_CONTENT_LENGTH = 120;

export interface NameCardProps {
  named: Named;
  /** The scene being read: facts are those that hold there. */
  scene: SceneId | null;
  /** Something was opened: the card closes. */
  onLeave?: (() => void) | undefined;
}

export function NameCard({ named, scene, onLeave }: NameCardProps) {
  const { t } = useTranslation("lore");
  const lore = useAnswer("lore.get", named.entry === null ? null : { entry: named.entry });
  const entity = named.entity ?? lore.data?.entity ?? null;
  const state = useAnswer("kg.state", entity === null ? null : { entity, at: scene });
  const mentions = useAnswer("mentions.of", { entry: named.entry, entity: named.entity, limit: 1 });
  const { data } = lore;
  const title = data?.title ?? state.data?.entity.name ?? named.title;
  const kind = data?.kind ?? named.kind;
  const aliases = [...new Set([...(data?.aliases ?? []), ...(state.data?.entity.aliases ?? [])])].filter(
    (alias) => alias !== title,
  );
  const content = (data?.content || state.data?.entity.description) ?? "";
  const loading = named.entry !== null ? data === undefined && lore.error === null : state.isLoading;
  const Sign = signOf(kind);
  return (
    <section aria-label={title} className="flex w-full flex-col gap-2 text-sm">
      <header className="flex min-w-0 items-center gap-2">
        <Sign size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
        <h3 className="min-w-0 truncate font-semibold" title={title}>
          {title}
        </h3>
        <Badge>{t(`kinds.${kind}`)}</Badge>
        {mentions.data !== undefined && (
          <span className="ml-auto shrink-0 text-xs text-faint tabular-nums">
            {t("mentioned", { n: figure(mentions.data.total) })}
          </span>
        )}
      </header>
      {aliases.length > 0 && (
        <p className="text-xs break-words text-subtle">
          {aliases.slice(0, SHOWN_ALIASES).join(t("comma"))}
          {aliases.length > SHOWN_ALIASES && t("card.moreAliases", { n: figure(aliases.length) })}
        </p>
      )}
      {loading ? (
        <LoadingState rows={2} />
      ) : content === "" ? (
        <p className="text-xs text-faint">{t("card.empty")}</p>
      ) : (
        <p className="line-clamp-4 break-words whitespace-pre-line text-subtle">{beginningOf(content)}</p>
      )}
      {entity !== null && state.data !== undefined && (
        <Facts entity={entity} facts={state.data.narrated.facts} relations={state.data.narrated.relations} />
      )}
      <footer className="flex flex-wrap gap-2 border-t border-line pt-2">
        <Button
          size="sm"
          onClick={() => {
            onLeave?.();
            showCard({ entry: named.entry, entity: named.entity });
          }}
        >
          {t("openEntry")}
        </Button>
        {entity !== null && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              onLeave?.();
              showItem("entity", entity);
            }}
          >
            {t("entity.show")}
          </Button>
        )}
      </footer>
    </section>
  );
}

function beginningOf(content: string): string {
  const scalars = [...content.slice(0, MAX_CONTENT_LENGTH * 2)];
  return scalars.length <= MAX_CONTENT_LENGTH ? content : `${scalars.slice(0, MAX_CONTENT_LENGTH).join("")}…`;
}

interface FactsProps {
  entity: EntityId;
  facts: readonly FactView[];
  relations: readonly RelationView[];
}

function Facts({ entity, facts, relations }: FactsProps) {
  const { t } = useTranslation("lore");
  const lines = [
    ...facts.map(({ id, predicate, object_name }) => ({
      key: `fact-${id}`,
      what: predicate,
      value: object_name,
    })),
    ...relations.map(({ id, from, from_name, to_name, kind }) => ({
      key: `relation-${id}`,
      what: kind,
      // “from” is the … of “to”.
      value: from === entity ? t("card.of", { name: to_name }) : from_name,
    })),
  ];
  if (lines.length === 0) return null;
  return (
    <div className="flex flex-col gap-0.5 border-t border-line pt-2">
      <p className="text-xs text-faint">{t("card.asOf")}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {lines.slice(0, SHOWN_FACTS).map(({ key, what, value }) => (
          <div key={key} className="contents">
            <dt className="max-w-24 truncate text-subtle">{what}</dt>
            <dd className="min-w-0 truncate" title={value}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {lines.length > SHOWN_FACTS && (
        <p className="text-xs text-faint">{t("card.moreFacts", { n: figure(lines.length - SHOWN_FACTS) })}</p>
      )}
    </div>
  );
}
