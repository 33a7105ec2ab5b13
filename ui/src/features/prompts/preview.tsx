// The rendered template in the editor, for an example or a scene of the novel. Nothing leaves the machine here.
import { TextSearch } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ChooseField } from "@/components/choose-field";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { Segmented } from "@/components/segmented";
import { useDesk } from "@/desk/desk";
import { useSettled } from "@/desk/settled";
import { type Asked, useAsked } from "@/desk/use-asked";
import { useAnswer } from "@/ipc/queries";
import type { Act, PromptEntry, SceneId } from "@/ipc/types";
import { Messages } from "./messages";
import { PreviewFacts } from "./preview-facts";
import { useWorkshop } from "./state";
import { firstParagraph } from "./template";
import { actOf, isOfSelection, scenesOf } from "./trial";

interface PreviewProps {
  entry: PromptEntry;
  /** The text in the editor; undefined while loading. */
  text: string | undefined;
  check: Asked<"prompts.check">;
}

export function Preview({ entry, text, check }: PreviewProps) {
  const { t } = useTranslation("prompts");
  const trial = useWorkshop((state) => state.trial);
  const act = actOf(entry);
  return (
    <div className="flex flex-col gap-3 p-3">
      {act !== undefined && (
        <Segmented<"example" | "scene">
          label={t("trial.label")}
          hideLabel
          value={trial}
          onChange={(next) => useWorkshop.setState({ trial: next })}
          options={[
            { value: "example", label: t("trial.example") },
            { value: "scene", label: t("trial.scene") },
          ]}
        />
      )}
      {act === undefined || trial === "example" ? (
        <Example check={check} />
      ) : (
        <OfScene act={act} text={text} check={check} />
      )}
    </div>
  );
}

/** Shows its content only once the errors are fixed. */
function Faultless({ check, children }: { check: Asked<"prompts.check">; children: ReactNode }) {
  const { t } = useTranslation("prompts");
  if (check.failure !== null) return <FailureState failure={check.failure} onRetry={check.again} />;
  if (check.answer === undefined) return <LoadingState rows={8} />;
  if (check.answer.faults.length > 0) {
    return (
      <EmptyState compact icon={TextSearch} title={t("preview.faulty")} text={t("preview.faultyText")} />
    );
  }
  return children;
}

function Example({ check }: { check: Asked<"prompts.check"> }) {
  const { t } = useTranslation("prompts");
  const messages = check.answer?.example?.messages;
  return (
    <Faultless check={check}>
      <p className="text-xs text-subtle">{t("preview.exampleText")}</p>
      {messages === undefined ? (
        <EmptyState compact icon={TextSearch} title={t("preview.nothing")} />
      ) : (
        <Messages messages={messages} />
      )}
    </Faultless>
  );
}

function OfScene({
  act,
  text,
  check,
}: {
  act: Act;
  text: string | undefined;
  check: Asked<"prompts.check">;
}) {
  const { t } = useTranslation("prompts");
  const open = useDesk((state) => state.scene);
  const pinned = useWorkshop((state) => state.scene);
  const outline = useAnswer("manuscript.outline", {});
  const scene = pinned ?? open;
  const choices = useMemo(
    () => (outline.data === undefined ? [] : scenesOf(outline.data, t)),
    [outline.data, t],
  );
  if (outline.error !== null) {
    return <FailureState failure={outline.error} onRetry={() => void outline.refetch()} />;
  }
  return (
    <>
      <ChooseField
        label={t("trial.which")}
        value={scene === null ? null : String(scene)}
        onChange={(id) => useWorkshop.setState({ scene: id === null ? null : Number(id) })}
        choices={choices}
        none={t("trial.none")}
        nothing={t("trial.nothing")}
      />
      {scene === null ? (
        <EmptyState compact icon={TextSearch} title={t("trial.noScene")} />
      ) : (
        <Faultless check={check}>
          <Tried scene={scene} act={act} text={text} />
        </Faultless>
      )}
    </>
  );
}

function Tried({ scene, act, text }: { scene: SceneId; act: Act; text: string | undefined }) {
  const { t } = useTranslation("prompts");
  const selects = isOfSelection(act);
  const { settled, failure: unsettled, again } = useSettled();
  const words = useAnswer("scene.text", settled && selects ? { scene } : null);
  const range = useMemo(() => {
    const written = words.data?.draft?.text ?? words.data?.text;
    return written === undefined ? undefined : firstParagraph(written);
  }, [words.data]);
  const ready = text !== undefined && settled && (!selects || (range !== undefined && range !== null));
  const preview = useAsked(
    "context.preview",
    ready ? { scene, act, template: text, ...(range == null ? {} : { range }) } : null,
  );
  const failure = unsettled ?? words.error ?? preview.failure;
  if (failure !== null) {
    const retry = () => {
      again();
      if (words.error !== null) void words.refetch();
      preview.again();
    };
    return <FailureState failure={failure} onRetry={retry} />;
  }
  if (selects && range === null) {
    return <EmptyState compact icon={TextSearch} title={t("trial.empty")} text={t("trial.emptyText")} />;
  }
  if (preview.answer === undefined) return <LoadingState rows={8} />;
  return (
    <div aria-busy={!preview.settled} className="flex flex-col gap-3">
      {selects && <p className="text-xs text-subtle">{t("trial.selection")}</p>}
      <PreviewFacts preview={preview.answer} />
      <Messages messages={preview.answer.messages} />
    </div>
  );
}
