// What would be sent for the open scene: the amount, part by part, and the full messages. Each part can be excluded.
import { RotateCw } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Disclosure } from "@/components/disclosure";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { IconButton } from "@/components/icon-button";
import { LoadingState } from "@/components/loading-state";
import { Select } from "@/components/select";
import { Switch } from "@/components/switch";
import { openDialog } from "@/desk/desk";
import { useDraftLength } from "@/desk/draft-length";
import {
  excludedSources,
  excludeNothing,
  setExcluded,
  setSecrets,
  sourceKey,
  useExcluded,
  useSending,
} from "@/desk/sending";
import type { Act, ContextPreview, ContextSource, SceneId } from "@/ipc/types";
import { AssumedWindow } from "./assumed-window";
import { Layers } from "./layers";
import { MessageList } from "./message-list";
import { Room } from "./room";
import { PREVIEWED, useContextView } from "./store";
import { Suspicions } from "./suspicions";
import { usePreview } from "./use-preview";

interface PreviewProps {
  scene: SceneId;
  /** Renders the steps around the text. */
  steps: ComponentType<{ scene: SceneId; act: Act }>;
}

export function Preview({ scene, steps: Steps }: PreviewProps) {
  const { t } = useTranslation("context");
  const act = useContextView((state) => state.act);
  const { data, error, isFetching, refetch } = usePreview(scene, act);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-2">
        <Select
          label={t("act")}
          hideLabel
          size="sm"
          value={act}
          onChange={(next) => useContextView.setState({ act: next })}
          options={PREVIEWED.map((value) => ({ value, label: t(`acts.${value}`) }))}
          className="min-w-0 flex-1"
        />
        <IconButton
          icon={RotateCw}
          label={t("again")}
          busy={isFetching && data === undefined}
          tooltipSide="left"
          onClick={() => void refetch()}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 py-3">
        {error !== null ? (
          <FailureState failure={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <LoadingState rows={10} />
        ) : (
          <Shown scene={scene} preview={data}>
            {(act === "draft" || act === "continue") && <Steps scene={scene} act={act} />}
          </Shown>
        )}
      </div>
    </div>
  );
}

/** The sources that memory retrieves; they may be excluded there. */
const OF_MEMORY: ReadonlySet<ContextSource["kind"]> = new Set(["passage", "event"]);

/** Excludes or includes a source. What was excluded in the memory is included again there. */
function toggle(scene: SceneId, source: ContextSource, to: "out" | "in"): void {
  const isExcluded = excludedSources(scene).some((one) => sourceKey(one) === sourceKey(source));
  if (to === "in" && !isExcluded && OF_MEMORY.has(source.kind)) useContextView.setState({ side: "memory" });
  else setExcluded(scene, source, to);
}

interface ShownProps {
  scene: SceneId;
  preview: ContextPreview;
  /** Between what is sent where and its parts. */
  children: ReactNode;
}

function Shown({ scene, preview, children }: ShownProps) {
  const { t } = useTranslation("context");
  const { inUnits, unit } = useDraftLength();
  const excluded = useExcluded(scene);
  const secrets = useSending((state) => state.secrets.has(scene));
  const { target, budget, layers, parts, messages, tokens, length, suspicions } = preview;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1 text-sm">
        {target === null ? (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="min-w-0 text-subtle">{t("to.nobody")}</p>
            <Button size="sm" onClick={() => openDialog({ name: "no-model" })}>
              {t("to.setUp")}
            </Button>
          </div>
        ) : (
          <>
            <p className="break-words">
              {t("to.model", { provider: target.provider_name, model: target.model })}
            </p>
            {!target.consented && (
              <p className="text-xs break-words text-subtle">{t("to.unasked", { origin: target.origin })}</p>
            )}
          </>
        )}
        {length > 0 && (
          <p className="text-xs text-faint tabular-nums">
            {t("wanted", { n: figure(inUnits(length)), context: unit })}
          </p>
        )}
      </div>
      {children}
      <Room {...{ budget, layers, tokens }} />
      <AssumedWindow {...{ target, budget, parts }} />
      <Suspicions patterns={suspicions} />
      <Switch
        label={t("secrets.label")}
        description={t("secrets.text")}
        checked={secrets}
        onChange={(next) => setSecrets(scene, next ? "send" : "keep")}
      />
      {excluded.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <p className="text-subtle">{t("excluded", { n: excluded.length })}</p>
          <Button size="sm" variant="ghost" onClick={() => excludeNothing(scene)}>
            {t("includeAll")}
          </Button>
        </div>
      )}
      <Layers {...{ layers, parts }} onToggle={(source, to) => toggle(scene, source, to)} />
      <div className="border-t border-line pt-2">
        <Disclosure title={t("fullText")}>
          <MessageList messages={messages} />
        </Disclosure>
      </div>
    </div>
  );
}
