// The Context tab: what would be sent for the open scene, its memory, its generations and receipts, and the overflow.
// The memory and the steps around a text are separate features that the window passes in.
import { FileText } from "lucide-react";
import { type ComponentType, useRef } from "react";
import { useTranslation } from "react-i18next";
import { returnFocus } from "@/components/detail-pane";
import { EmptyState } from "@/components/empty-state";
import { Segmented } from "@/components/segmented";
import { useDesk } from "@/desk/desk";
import type { Act, SceneId } from "@/ipc/types";
import { Preview } from "./preview";
import { ReceiptView } from "./receipt-view";
import { Records } from "./records";
import { Shelf } from "./shelf";
import { type ContextSide, useContextView } from "./store";

const SIDES: readonly ContextSide[] = ["preview", "memory", "records", "shelf"];

interface ContextTabProps {
  /** Renders the memory of a scene. */
  memory: ComponentType<{ scene: SceneId }>;
  /** Renders the steps around the next text of a scene. */
  steps: ComponentType<{ scene: SceneId; act: Act }>;
}

export function ContextTab({ memory: Memory, steps }: ContextTabProps) {
  const { t } = useTranslation("context");
  const scene = useDesk((state) => state.scene);
  const shown = useDesk((state) => state.shown.generation);
  const side = useContextView((state) => state.side);
  const root = useRef<HTMLElement>(null);

  const back = () => {
    const from = useDesk.getState().shown.generation;
    useDesk.setState(({ shown: all }) => ({ shown: { ...all, generation: null } }));
    returnFocus(root.current, [`[data-entry="generation-${from}"] button`, '[role="radio"][data-checked]']);
  };

  return (
    <section ref={root} aria-label={t("title")} className="flex h-full min-h-0 flex-col">
      {shown !== null ? (
        <ReceiptView key={shown} id={shown} onBack={back} />
      ) : (
        <>
          <div className="shrink-0 px-3 py-2">
            <Segmented
              label={t("side")}
              hideLabel
              value={side}
              onChange={(next) => useContextView.setState({ side: next })}
              options={SIDES.map((value) => ({ value, label: t(`sides.${value}`) }))}
            />
          </div>
          {side === "shelf" ? (
            <Shelf />
          ) : scene === null ? (
            <EmptyState compact icon={FileText} title={t("noScene")} text={t("noSceneText")} />
          ) : side === "preview" ? (
            <Preview key={scene} scene={scene} steps={steps} />
          ) : side === "memory" ? (
            <Memory key={scene} scene={scene} />
          ) : (
            <Records key={scene} scene={scene} />
          )}
        </>
      )}
    </section>
  );
}
