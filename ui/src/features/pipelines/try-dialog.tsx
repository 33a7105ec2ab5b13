// The `try-profile` dialog: runs the steps before the text in a scene, and shows what would be sent to write it.
import { Play, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { estimateWords } from "@/components/estimate-words";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { Select } from "@/components/select";
import { closeDialog, useDesk } from "@/desk/desk";
import { tokensOfRun } from "@/desk/sending";
import { useAsked } from "@/desk/use-asked";
import { isFailure, type Job, run, toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { Act, Failure, ProfileTrial, SceneId, StepPreview, TryProfile } from "@/ipc/types";
import { Trial } from "./trial";

const ACTS = ["draft", "continue"] as const satisfies readonly Act[];
type TriedAct = (typeof ACTS)[number];

export function TryProfileDialog() {
  const dialog = useDesk((state) => state.dialog);
  const scene = useDesk((state) => state.scene);
  if (dialog?.name !== "try-profile") return null;
  return <Trying profile={dialog.profile} text={dialog.text ?? null} name={dialog.title} first={scene} />;
}

interface TryingProps {
  profile: string;
  /** Its unsaved text; null for the saved profile. */
  text: string | null;
  name: string;
  /** The scene to begin with. */
  first: SceneId | null;
}

/** A running trial and what came of it. */
function useTrial() {
  const [job, setJob] = useState<Job<"pipeline.try"> | null>(null);
  const [trial, setTrial] = useState<ProfileTrial | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const current = useRef(job);
  current.current = job;
  // A trial without its dialog would only cost.
  useEffect(() => () => current.current?.stop(), []);
  const start = async (request: Parameters<typeof run<"pipeline.try">>[1]) => {
    setTrial(null);
    setFailure(null);
    const started = run("pipeline.try", request);
    setJob(started);
    try {
      setTrial(await started.answer);
    } catch (thrown) {
      const told = isFailure(thrown) ? thrown : toFailure(thrown);
      if (told.code !== "stopped") setFailure(told);
    } finally {
      setJob(null);
    }
  };
  return { job, trial, failure, start };
}

/** The request with the tokens of the steps that are shown. */
function agreedTo({ request, ...rest }: TryProfile, steps: readonly StepPreview[]): TryProfile {
  const agreed = steps.reduce((sum, { takes }) => sum + tokensOfRun(takes), 0);
  return { ...rest, request: { ...request, agreed } };
}

function Trying({ profile, text, name, first }: TryingProps) {
  const { t, i18n } = useTranslation("pipelines");
  const words = useTranslation("components").t;
  const { data: outline, error, refetch } = useAnswer("manuscript.outline", {});
  const chapters = outline?.volumes.flatMap((volume) => volume.chapters) ?? [];
  const [chosen, setChosen] = useState<SceneId | null>(first);
  const [act, setAct] = useState<TriedAct>("draft");
  const scene = chosen ?? chapters[0]?.scenes[0]?.id ?? null;
  const request =
    scene === null
      ? null
      : { request: { scene, act, ...(text === null && { profile }) }, ...(text !== null && { text }) };
  const price = useAsked("pipeline.preview", request);
  const { job, trial, failure, start } = useTrial();
  const steps = price.answer?.steps.filter(({ phase }) => phase === "pre") ?? [];
  const sceneNames = chapters.flatMap((chapter) =>
    chapter.scenes.map((one, at) => ({
      value: String(one.id),
      label: t("try.scene", {
        chapter: chapter.title || t("try.unnamed"),
        scene: one.title || t("try.nth", { n: at + 1 }),
      }),
    })),
  );
  return (
    <Dialog
      open
      size="lg"
      onClose={closeDialog}
      title={t("try.title", { name })}
      description={t("try.text")}
      footer={
        <>
          <Button onClick={closeDialog}>{t("close", { ns: "components" })}</Button>
          {job === null ? (
            <Button
              variant="primary"
              icon={Play}
              disabled={request === null}
              onClick={() => request !== null && void start(agreedTo(request, steps))}
            >
              {t("try.start")}
            </Button>
          ) : (
            <Button icon={Square} onClick={() => job.stop()}>
              {t("try.stop")}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error !== null && <FailureState failure={error} onRetry={() => void refetch()} />}
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <Select
            label={t("try.where")}
            value={scene === null ? null : String(scene)}
            onChange={(next) => setChosen(Number(next))}
            options={sceneNames}
          />
          <Select<TriedAct>
            label={t("try.act")}
            value={act}
            onChange={setAct}
            options={ACTS.map((value) => ({ value, label: t(`try.acts.${value}`) }))}
          />
        </div>
        {price.failure !== null ? (
          <FailureState failure={price.failure} onRetry={price.again} />
        ) : (
          <p role="status" className="text-sm text-subtle tabular-nums">
            {price.answer === undefined
              ? t("checking")
              : steps.every(({ takes }) => !takes.may_cost)
                ? t("try.free")
                : t("try.price", {
                    steps: steps
                      .filter(({ takes }) => takes.may_cost)
                      .map(({ takes }) => estimateWords(words, takes, i18n.language))
                      .join(t("between")),
                  })}
          </p>
        )}
        {job !== null && <LoadingState rows={4} />}
        {failure !== null && <FailureState failure={failure} />}
        {trial !== null && job === null && <Trial trial={trial} />}
      </div>
    </Dialog>
  );
}
