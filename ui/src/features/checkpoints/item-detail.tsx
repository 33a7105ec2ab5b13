// What one item of a comparison holds: the words of a text, the fields of a record, the parts that moved.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { flipped, TextComparison } from "@/components/text-comparison";
import { useDesk } from "@/desk/desk";
import { readingAppearance } from "@/desk/reading-appearance";
import { useAnswer } from "@/ipc/queries";
import type { ChangeEntry, JsonValue, OutlineView, SceneId } from "@/ipc/types";
import { fieldChanges } from "./fields";
import { type Sides, textRequestOf } from "./sides";

export interface TextDetailProps {
  scene: SceneId;
  sides: Sides;
  names: { before: string; after: string };
  label: string;
  /** The text alone, for a place inside a list. */
  bare?: boolean | undefined;
  className?: string | undefined;
}

/** The words of a scene on both sides; asked for when it is shown. */
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
      bare={bare}
      className={className}
    />
  );
}

export interface RecordDetailProps {
  entry: ChangeEntry;
  names: { before: string; after: string };
}

/** The fields of a record that differ. */
export function RecordDetail({ entry, names }: RecordDetailProps) {
  const { t } = useTranslation("checkpoints");
  const fields = fieldChanges(entry.before ?? null, entry.after ?? null);
  return (
    <table className="w-full table-fixed text-left text-sm select-text">
      <thead className="text-xs text-faint">
        <tr className="border-b border-line">
          <th scope="col" className="w-28 py-2 pr-3 font-medium">
            {t("compare.field")}
          </th>
          <th scope="col" className="truncate py-2 pr-3 font-medium">
            {names.before}
          </th>
          <th scope="col" className="truncate py-2 font-medium">
            {names.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, before, after }) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-3 font-normal break-words text-subtle">
              {t(`field.${name}`, { defaultValue: name })}
            </th>
            <td className="py-2 pr-3">
              <Value name={name} value={before} tone="bg-removed text-removed-text" />
            </td>
            <td className="py-2">
              <Value name={name} value={after} tone="bg-added text-added-text" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ name, value, tone }: { name: string; value: JsonValue; tone: string }) {
  const { t } = useTranslation("checkpoints");
  if (value === null) return <span className="text-faint">{t("compare.empty")}</span>;
  const words = () => {
    if (name === "status") return t(`status.${String(value)}`, { defaultValue: String(value) });
    if (typeof value === "number") return figure(value);
    if (Array.isArray(value)) return value.join("、");
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  return (
    <span className={`box-decoration-clone rounded-sm px-1 break-words whitespace-pre-wrap ${tone}`}>
      {words()}
    </span>
  );
}

/** The parts that stand elsewhere. */
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
