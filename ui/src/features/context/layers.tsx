// The parts of a context by layer: sent in full, cut, or not sent and why.
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { figure } from "@/components/figures";
import type { ContextPart, ContextSource, LayerText, ReceiptFlag } from "@/ipc/types";
import { PartRow } from "./part-row";

/** The maximum number listed; the rest is only counted. */
const MAX_PARTS = 200;

export interface LayersProps {
  layers: readonly LayerText[];
  parts: readonly ContextPart[];
  /** Text that looks like instructions to the model. */
  flags?: readonly ReceiptFlag[];
  /** Excludes or includes a source; absent for what was already sent. */
  onToggle?: (source: ContextSource, to: "out" | "in") => void;
}

const isDropped = ({ fate }: ContextPart) => fate.kind === "dropped";
/** Sources the author excluded stay visible, so that they can be included again. */
const isByAuthor = ({ fate }: ContextPart) =>
  fate.kind === "dropped" && fate.reason.kind === "dropped_by_author";

export function Layers({ layers, parts, flags = [], onToggle }: LayersProps) {
  const { t } = useTranslation("context");
  return (
    <div className="flex flex-col gap-4">
      {layers.map((layer) => {
        const own = parts.filter((part) => part.layer === layer.layer);
        const shown = own.filter((part) => !isDropped(part) || isByAuthor(part));
        const dropped = own.filter((part) => isDropped(part) && !isByAuthor(part));
        const row = (part: ContextPart, at: number) => (
          <PartRow
            key={`${at} ${part.text_hash}`}
            part={part}
            layerText={layer.text}
            flags={flags.filter(({ variable }) => variable === `layers.${layer.layer}`)}
            onToggle={onToggle}
          />
        );
        return (
          <section key={layer.layer} aria-label={t(`layers.${layer.layer}`)}>
            <Heading layer={layer} />
            {own.length === 0 && <p className="py-1 text-xs text-faint">{t("noParts")}</p>}
            <ul className="flex flex-col">{shown.slice(0, MAX_PARTS).map(row)}</ul>
            {shown.length > MAX_PARTS && <More n={shown.length - MAX_PARTS} />}
            {dropped.length > 0 && (
              <Disclosure
                title={
                  <span className="text-xs font-normal text-subtle">
                    {t("notSent", { n: dropped.length })}
                  </span>
                }
              >
                <ul className="flex flex-col">{dropped.slice(0, MAX_PARTS).map(row)}</ul>
                {dropped.length > MAX_PARTS && <More n={dropped.length - MAX_PARTS} />}
              </Disclosure>
            )}
          </section>
        );
      })}
    </div>
  );
}

function More({ n }: { n: number }) {
  const { t } = useTranslation("context");
  return <p className="py-1 pl-5.5 text-xs text-faint">{t("more", { n: figure(n) })}</p>;
}

/** The name of a layer, its size and its budget. */
function Heading({ layer: { layer, used, budget } }: { layer: LayerText }) {
  const { t } = useTranslation("context");
  const share = budget > 0 ? Math.min(1, used / budget) : 0;
  return (
    <div className="flex flex-col gap-1 pb-1">
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="text-sm font-medium">{t(`layers.${layer}`)}</h3>
        <span className="shrink-0 text-xs text-faint tabular-nums">
          {t("ofBudget", { used: figure(used), budget: figure(budget) })}
        </span>
      </div>
      <div aria-hidden className="h-0.5 overflow-hidden rounded-full bg-surface-hover">
        <span
          style={{ width: `${share * 100}%` }}
          className="forced-mark block h-full rounded-full bg-accent"
        />
      </div>
    </div>
  );
}
