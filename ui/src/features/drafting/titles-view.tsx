// Titles from a model: one may become the chapter's title, after its number.
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { RadioGroup } from "@/components/radio-group";
import { closeDialog } from "@/desk/desk";
import { locate } from "@/desk/navigation";
import { useAct } from "@/desk/use-act";
import { useAnswer } from "@/ipc/queries";
import type { GenerationView } from "@/ipc/types";
import { PromptCut } from "./prompt-cut";
import { renameChapter } from "./uses";
import { type TitleList, withNumberOf } from "./values";

interface TitlesViewProps {
  title: string;
  view: GenerationView;
  titles: TitleList;
  footerStart: ReactNode;
  onAgain: () => void;
}

export function TitlesView({ title, view, titles, footerStart, onAgain }: TitlesViewProps) {
  const { t } = useTranslation("drafting");
  const { data: outline } = useAnswer("manuscript.outline", {});
  const chapter = outline === undefined ? undefined : locate(outline, view.scene)?.chapter;
  const [chosen, setChosen] = useState<string | null>(titles.candidates.length > 0 ? "0" : null);
  const { busy, failure, act } = useAct();
  const candidate = chosen === null ? undefined : titles.candidates[Number(chosen)];
  const next =
    chapter === undefined || candidate === undefined ? null : withNumberOf(chapter.title, candidate.title);

  const rename = async () => {
    if (chapter === undefined || next === null) return;
    if (await act(() => renameChapter(view, chapter, next))) closeDialog();
  };
  return (
    <Dialog
      open
      busy={busy}
      onClose={closeDialog}
      onSubmit={() => void rename()}
      title={title}
      footerStart={footerStart}
      footer={
        <>
          <Button onClick={onAgain} disabled={busy}>
            {t("values.again")}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={next === null}>
            {t("values.rename")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failure !== null && <FailureState failure={failure} />}
        {view.prompt_cut === true && <PromptCut />}
        {titles.candidates.length === 0 ? (
          <p className="text-sm text-subtle">{t("values.none")}</p>
        ) : (
          <RadioGroup
            label={t("values.choose")}
            value={chosen}
            onChange={setChosen}
            options={titles.candidates.map(({ title: name, reason }, at) => ({
              value: String(at),
              label: name,
              ...(reason !== "" && { description: reason }),
            }))}
          />
        )}
        {next !== null && (
          <p className="text-sm text-subtle">
            {t("values.newTitle")} <strong className="font-medium break-words text-ink">{next}</strong>
          </p>
        )}
      </div>
    </Dialog>
  );
}
