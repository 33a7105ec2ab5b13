// The contents of one item of a comparison: a text, the fields of a record, or the moved parts.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Sides } from "@/components/compared-sides";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { flipped, TextComparison } from "@/components/text-comparison";
import { useChangedLength } from "@/desk/changed-length";
import { useDesk } from "@/desk/desk";
import { readingAppearance } from "@/desk/reading-appearance";
import { useAnswer } from "@/ipc/queries";
import type { ChangeEntry, OutlineView, SceneId } from "@/ipc/types";
import type { CanonNames } from "./canon-names";
import { fieldName, fieldWords } from "./field-words";
import { fieldChanges } from "./fields";
import { textRequestOf } from "./sides";

export interface TextDetailProps {
  scene: SceneId;
  sides: Sides;
  names: { before: string; after: string };
  label: string;
  /** Only the text, for use inside a list. */
  bare?: boolean | undefined;
  className?: string | undefined;
}

/** The text of a scene on both sides; loaded when shown. */
export function TextDetail({ scene, sides, names, label, bare, className }: TextDetailProps) {
  const { t } = useTranslation("checkpoints");
  const settings = useDesk((state) => state.settings);
  const { request, flip } = textRequestOf(sides, scene);
  const answer = useAnswer("checkpoint.diff_text", request);
  const texts = useMemo(
    () => (answer.data === undefined ? undefined : flip ? flipped(answer.data) : answer.data),
    [answer.data, flip],
  );
  const appearance = useMemo(() => {
    const own = readingAppearance(settings);
    return bare === true ? { ...own, fontSize: 15, lineHeight: 1.7 } : own;
  }, [settings, bare]);
  const length = useChangedLength(bare === true ? undefined : texts);
  if (answer.error !== null) {
    return (
      <div className="p-4">
        <FailureState failure={answer.error} onRetry={() => void answer.refetch()} />
      </div>
    );
  }
  if (texts === undefined) {
    return <LoadingState kind="ring" label={t("compare.readingText")} className={className} />;
  }
  if (texts.hunks.length === 0) return <EmptyState compact title={t("compare.sameWords")} />;
  return (
    <TextComparison
      texts={texts}
      label={label}
      sides={names}
      appearance={appearance}
      length={length}
      bare={bare}
      className={className}
    />
  );
}

export interface RecordDetailProps {
  entry: ChangeEntry;
  names: { before: string; after: string };
  canon: CanonNames;
}

const TONES = { before: "bg-removed text-removed-text", after: "bg-added text-added-text" } as const;

/** The differing fields of a record; for an added or removed one, all its fields in one column. */
export function RecordDetail({ entry, names, canon }: RecordDetailProps) {
  const { t } = useTranslation("checkpoints");
  const { kind } = entry;
  const fields = fieldChanges(kind, entry.before ?? null, entry.after ?? null);
  const sides = (["before", "after"] as const).filter((side) => entry[side] != null);
  return (
    <table className="w-full table-fixed text-left text-sm select-text">
      <thead className="text-xs text-faint">
        <tr className="border-b border-line">
          <th scope="col" className="w-28 py-2 pr-3 font-medium">
            {t("compare.field")}
          </th>
          {sides.map((side) => (
            <th
              key={side}
              scope="col"
              title={names[side]}
              className="truncate py-2 pr-3 font-medium last:pr-0"
            >
              {names[side]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-3 font-normal break-words text-subtle">
              {fieldName(kind, field.name, t)}
            </th>
            {sides.map((side) => (
              <td key={side} className="py-2 pr-3 last:pr-0">
                <Value
                  words={fieldWords({ kind, name: field.name, value: field[side] }, canon, t)}
                  tone={TONES[side]}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ words, tone }: { words: string | null; tone: string }) {
  const { t } = useTranslation("checkpoints");
  if (words === null) return <span className="text-faint">{t("compare.empty")}</span>;
  return (
    <span className={`box-decoration-clone rounded-sm px-1 break-words whitespace-pre-wrap ${tone}`}>
      {words}
    </span>
  );
}

/** The parts that moved. */
export function OrderDetail({ entry, outline }: { entry: ChangeEntry; outline: OutlineView | undefined }) {
  const { t } = useTranslation("checkpoints");
  const titles = useMemo(() => titlesOf(outline), [outline]);
  const moved = entry.moved ?? { volumes: [], chapters: [], scenes: [] };
  const title = (kind: "volume" | "chapter" | "scene", id: number) => {
    const known = titles.get(`${kind} ${id}`);
    if (known === undefined) return `${t(`item.${kind}No`, { n: id })} · ${t("item.gone")}`;
    return known === "" ? t("item.untitled") : known;
  };
  const lists = [
    { kind: "volume", name: t("compare.volumes"), ids: moved.volumes },
    { kind: "chapter", name: t("compare.chapters"), ids: moved.chapters },
    { kind: "scene", name: t("compare.scenes"), ids: moved.scenes },
  ] as const;
  if (lists.every(({ ids }) => ids.length === 0)) {
    return <p className="text-sm text-subtle">{t("compare.movedNone")}</p>;
  }
  return (
    <div className="flex flex-col gap-4">
      {lists.map(
        ({ kind, name, ids }) =>
          ids.length > 0 && (
            <section key={kind} className="flex flex-col gap-1">
              <h3 className="text-xs font-medium text-faint">{name}</h3>
              <ul className="flex flex-col">
                {ids.map((id) => (
                  <li key={id} className="border-b border-line py-1.5 text-sm break-words">
                    {title(kind, id)}
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  );
}

function titlesOf(outline: OutlineView | undefined): Map<string, string> {
  const titles = new Map<string, string>();
  for (const volume of outline?.volumes ?? []) {
    titles.set(`volume ${volume.id}`, volume.title);
    for (const chapter of volume.chapters) {
      titles.set(`chapter ${chapter.id}`, chapter.title);
      for (const [at, scene] of chapter.scenes.entries()) {
        titles.set(`scene ${scene.id}`, scene.title || `${chapter.title} · ${at + 1}`);
      }
    }
  }
  return titles;
}
