// The `merge-cards` dialog: the target card, the differences, and the result.
import { ArrowLeftRight } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { Segmented } from "@/components/segmented";
import { closeDialog, useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { CardField, CardKey, CardRow, Difference, MergePreview } from "@/ipc/types";
import { merge } from "./card-acts";
import { CardPicker } from "./card-picker";
import { cardKey, keyOf } from "./rows";
import { Trouble } from "./trouble";

export function MergeCardsDialog() {
  const dialog = useDesk((state) => (state.dialog?.name === "merge-cards" ? state.dialog : null));
  return dialog === null ? null : <MergeCards from={dialog.from} into={dialog.into ?? null} />;
}

function MergeCards({ from: given, into: known }: { from: CardKey; into: CardKey | null }) {
  const { t } = useTranslation("lore");
  const cards = useAnswer("cards.list", {});
  const [pair, setPair] = useState({ from: given, into: known });
  const [take, setTake] = useState<readonly CardField[]>([]);
  const filter = useRef<HTMLInputElement>(null);
  const { busy, failure, act } = useAct();
  const { from, into } = pair;
  const request = into === null ? null : { from, into, take: [...take] };
  const preview = useAnswer("cards.preview_merge", request);
  // The previous answer stays visible until the next one.
  const last = useRef<MergePreview | undefined>(undefined);
  if (preview.data !== undefined) last.current = preview.data;
  const shown = preview.data ?? last.current;
  const titled = (key: CardKey | null) =>
    key === null
      ? ""
      : (cards.data?.cards.find((card) => keyOf(cardKey(card)) === keyOf(key))?.title ?? key.name ?? "");
  const [goes, stays] = [titled(from), titled(into)];

  const swap = () => {
    if (into === null) return;
    setPair({ from: into, into: from });
    setTake([]);
  };
  const submit = async () => {
    if (request === null) return;
    if (await act(() => merge(request, goes))) closeDialog();
  };
  const choose = (card: CardRow) => setPair({ from, into: cardKey(card) });

  return (
    <Dialog
      open
      size="md"
      busy={busy}
      onClose={closeDialog}
      title={t("merge.title")}
      description={into === null ? t("merge.choose", { title: goes }) : t("merge.text", { goes, stays })}
      initialFocus={into === null ? filter : undefined}
      onSubmit={into === null ? undefined : () => void submit()}
      footerStart={
        into !== null && (
          <Button icon={ArrowLeftRight} disabled={busy} onClick={swap}>
            {t("merge.swap")}
          </Button>
        )
      }
      footer={
        <>
          <Button disabled={busy} onClick={closeDialog}>
            {t("components:cancel")}
          </Button>
          {into !== null && (
            <Button type="submit" variant="primary" busy={busy} disabled={preview.data === undefined}>
              {t("merge.submit")}
            </Button>
          )}
        </>
      }
    >
      {into === null ? (
        <CardPicker filter={filter} without={keyOf(from)} onChoose={choose} />
      ) : preview.error !== null ? (
        <FailureState failure={preview.error} onRetry={() => void preview.refetch()} />
      ) : shown === undefined ? (
        <LoadingState rows={6} />
      ) : (
        <div className="flex flex-col gap-4">
          {shown.differences.length > 0 && (
            <Differences differences={shown.differences} take={take} onTake={setTake} />
          )}
          <Together preview={shown} />
          <Trouble failure={failure} />
        </div>
      )}
    </Dialog>
  );
}

interface DifferencesProps {
  differences: readonly Difference[];
  take: readonly CardField[];
  onTake: (take: readonly CardField[]) => void;
}

/** Single-valued fields that differ: one value is chosen. */
function Differences({ differences, take, onTake }: DifferencesProps) {
  const { t } = useTranslation("lore");
  const shown = (field: CardField, value: string) =>
    field === "kind" ? t(`kinds.${value}`) : value === "" ? t("merge.none") : value;
  return (
    <section aria-label={t("merge.differences")} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{t("merge.differences")}</h3>
      {differences.map(({ field, into, from }) => (
        <Segmented<"into" | "from">
          key={field}
          label={t(`merge.fields.${field}`)}
          value={take.includes(field) ? "from" : "into"}
          onChange={(side) =>
            onTake(side === "from" ? [...take, field] : take.filter((taken) => taken !== field))
          }
          options={[
            { value: "into", label: shown(field, into) },
            { value: "from", label: shown(field, from) },
          ]}
        />
      ))}
    </section>
  );
}

/** The merged result. */
function Together({ preview }: { preview: MergePreview }) {
  const { t } = useTranslation("lore");
  const { title, kind, aliases, content, secrets, description, moved } = preview;
  const counts = (["facts", "relations", "events", "folded", "restated"] as const)
    .filter((what) => moved[what] > 0)
    .map((what) => t(`merge.moved.${what}`, { n: figure(moved[what]) }));
  return (
    <section aria-label={t("merge.together")} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{t("merge.together")}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-md bg-surface-sunken p-3 text-sm">
        <Line name={t("fields.title")}>{t("merge.titled", { title, kind: t(`kinds.${kind}`) })}</Line>
        {aliases.length > 0 && <Line name={t("fields.aliases")}>{aliases.join(t("comma"))}</Line>}
        {content !== "" && <Line name={t("fields.content")}>{content}</Line>}
        {secrets !== "" && <Line name={t("fields.secrets")}>{secrets}</Line>}
        {description !== "" && <Line name={t("merge.description")}>{description}</Line>}
        {counts.length > 0 && <Line name={t("merge.carried")}>{counts.join(t("bulk.join"))}</Line>}
      </dl>
      <p className="text-xs text-faint">{t("merge.note")}</p>
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-subtle">{name}</dt>
      <dd className="line-clamp-6 min-w-0 break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}
