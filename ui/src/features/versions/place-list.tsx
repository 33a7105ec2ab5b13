// The conflicts of both lines: both texts, and the chosen result.
import { useTranslation } from "react-i18next";
import { Segmented } from "@/components/segmented";
import { TextArea } from "@/components/text-area";
import type { PlaceChoice } from "@/ipc/types";
import type { Place } from "./conflicts";

interface PlaceListProps {
  places: readonly Place[];
  /** null: not chosen yet. */
  choices: readonly (PlaceChoice | null)[];
  /** The name of the branch. */
  name: string;
  onChoose: (at: number, choice: PlaceChoice) => void;
}

const KINDS = ["main", "branch", "both", "own"] as const;
type Kind = (typeof KINDS)[number];

const kindOf = (choice: PlaceChoice | null): Kind | "" =>
  choice === null ? "" : typeof choice === "string" ? choice : "own";

export function PlaceList({ places, choices, name, onChoose }: PlaceListProps) {
  const { t } = useTranslation("versions");
  return (
    <ol className="flex flex-col gap-5">
      {places.map((place, at) => {
        const choice = choices[at] ?? null;
        const choose = (kind: Kind | "") => {
          if (kind === "own") onChoose(at, { text: place.main });
          else if (kind !== "") onChoose(at, kind);
        };
        const title = t("merge.place", { n: at + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conflicts are identified by index
          <li key={at} className="flex flex-col gap-1.5">
            <div className="grid grid-cols-2 overflow-hidden rounded-lg border border-line">
              <Side title={t("merge.mainSide")} place={place} words={place.main} />
              <div className="border-l border-line">
                <Side title={name} place={place} words={place.branch} />
              </div>
            </div>
            <Segmented<Kind | "">
              label={title}
              value={kindOf(choice)}
              onChange={choose}
              options={KINDS.map((kind) => ({ value: kind, label: t(`merge.choice.${kind}`) }))}
            />
            {choice !== null && typeof choice !== "string" && (
              <TextArea
                label={t("merge.ownWords", { n: at + 1 })}
                hideLabel
                value={choice.text}
                onChange={(text) => onChoose(at, { text })}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Side({ title, place, words }: { title: string; place: Place; words: string }) {
  const { t } = useTranslation("versions");
  return (
    <div className="flex min-w-0 flex-col">
      <p className="truncate border-b border-line bg-surface-sunken px-3 py-1 text-xs text-subtle">{title}</p>
      <p className="max-h-48 overflow-y-auto px-3 py-2 font-reading text-base leading-7 break-words whitespace-pre-wrap select-text">
        <span className="text-subtle">{place.before}</span>
        {words === "" ? (
          <span className="text-faint">{t("merge.nothing")}</span>
        ) : (
          <mark className="rounded-sm bg-hit text-ink">{words}</mark>
        )}
        <span className="text-subtle">{place.after}</span>
      </p>
    </div>
  );
}
