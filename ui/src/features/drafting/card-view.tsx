// A scene card from a model: the selected lines are appended to the scene's synopsis.
import { Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Checkbox } from "@/components/checkbox";
import { copyText } from "@/components/copy-text";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { closeDialog } from "@/desk/desk";
import { notify } from "@/desk/notices";
import { toFailure } from "@/ipc/host";
import type { Failure, GenerationView } from "@/ipc/types";
import { PromptCut } from "./prompt-cut";
import { addToSynopsis, recordUsed, SynopsisTooLong } from "./uses";
import { CARD_FIELDS, type CardField, type SceneCard } from "./values";

interface CardViewProps {
  title: string;
  view: GenerationView;
  card: SceneCard;
  footerStart: ReactNode;
  onAgain: () => void;
}

export function CardView({ title, view, card, footerStart, onAgain }: CardViewProps) {
  const { t } = useTranslation("drafting");
  const textOf = (field: CardField): string => {
    if (field !== "beats") return card[field].trim();
    return card.beats.map((text, at) => t("values.beat", { n: at + 1, text })).join("\n");
  };
  const fields = CARD_FIELDS.filter((field) => textOf(field) !== "");
  const [chosen, setChosen] = useState<ReadonlySet<CardField>>(new Set(fields));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [long, setLong] = useState<number | null>(null);
  const lineOf = (field: CardField) => {
    const text = textOf(field);
    const name = t(`values.card.${field}`);
    return t("values.line", { name, text: field === "beats" ? `\n${text}` : text });
  };
  const lines = fields.filter((field) => chosen.has(field)).map(lineOf);

  const toggle = (field: CardField, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(field);
    else next.delete(field);
    setChosen(next);
  };
  const write = async () => {
    setBusy(true);
    setFailure(null);
    setLong(null);
    try {
      await addToSynopsis(view, lines);
      closeDialog();
    } catch (thrown) {
      if (thrown instanceof SynopsisTooLong) setLong(thrown.most);
      else setFailure(toFailure(thrown));
      setBusy(false);
    }
  };
  const copy = async () => {
    const done = await copyText(lines.join("\n"));
    if (done) recordUsed(view);
    notify(done ? { text: t("values.copied") } : { tone: "danger", text: t("values.copyFailed") });
  };
  return (
    <Dialog
      open
      size="lg"
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void write()}
      title={title}
      description={t("values.cardHint")}
      footerStart={footerStart}
      footer={
        <>
          <Button onClick={onAgain} disabled={busy}>
            {t("values.again")}
          </Button>
          <Button icon={Copy} onClick={() => void copy()} disabled={lines.length === 0}>
            {t("values.copy")}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={lines.length === 0}>
            {t("values.write")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {failure !== null && <FailureState failure={failure} />}
        {view.prompt_cut === true && <PromptCut />}
        {long !== null && (
          <p role="alert" className="text-sm text-danger">
            {t("values.long", { n: long })}
          </p>
        )}
        {fields.map((field) => (
          <Checkbox
            key={field}
            label={t(`values.card.${field}`)}
            description={
              <span className="text-sm break-words whitespace-pre-line text-subtle select-text">
                {textOf(field)}
              </span>
            }
            checked={chosen.has(field)}
            onChange={(on) => toggle(field, on)}
          />
        ))}
      </div>
    </Dialog>
  );
}
