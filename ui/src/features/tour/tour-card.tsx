// The card of the tour: the place, its description, and navigation. It takes the focus when the author starts the tour
// and returns it at the end; typing in the text stays in the text.
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { desk } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import { PLACES } from "./places";
import { endTour, nextPlace, previousPlace, useTour } from "./tour";

export function TourCard() {
  const at = useTour((tour) => tour.at);
  // The tour belongs to the novel that was open.
  useEffect(() => endTour, []);
  return at === null ? null : <Card at={at} />;
}

/** A dialog that started the tour restores the focus two frames after it closes. */
const FOCUS_FRAMES = 3;

/** Keys pressed in the card. */
const ACTS: Readonly<Record<string, () => void>> = {
  Escape: endTour,
  ArrowRight: nextPlace,
  ArrowDown: nextPlace,
  ArrowLeft: previousPlace,
  ArrowUp: previousPlace,
};

function Card({ at }: { at: number }) {
  const { t } = useTranslation("tour");
  const card = useRef<HTMLElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  /** Whether the card has the focus. */
  const hasFocus = useRef(true);
  /** Whether the current step was taken in the card: the place it shows must not keep the focus. */
  const steps = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each place may take the focus
  useEffect(() => {
    if (!steps.current) return;
    let frame = 0;
    const take = (left: number) => {
      next.current?.focus({ preventScroll: true });
      if (left > 0) frame = requestAnimationFrame(() => take(left - 1));
      else steps.current = false;
    };
    take(FOCUS_FRAMES);
    return () => cancelAnimationFrame(frame);
  }, [at]);
  useEffect(
    () => () => {
      if (hasFocus.current) toText();
    },
    [],
  );

  const place = PLACES[at];
  if (place === undefined) return null;
  const isLast = at === PLACES.length - 1;
  const step = (act: () => void) => {
    steps.current = true;
    act();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: what looks for dialogs that lie over the window passes over those in a region
    <div
      role="region"
      aria-label={t("label")}
      data-region
      className="fixed bottom-[calc(var(--foot,0px)+2.5rem)] left-1/2 z-30 w-104 max-w-[calc(100vw-2rem)] -translate-x-1/2"
    >
      <section
        ref={card}
        role="dialog"
        aria-label={t("label")}
        aria-describedby="tour-text"
        data-place={place.name}
        onFocus={() => {
          hasFocus.current = true;
        }}
        onBlur={({ relatedTarget }) => {
          if (!steps.current) hasFocus.current = card.current?.contains(relatedTarget) ?? false;
        }}
        onKeyDown={(event) => {
          const act = ACTS[event.key];
          if (act === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
          event.preventDefault();
          event.stopPropagation();
          step(act);
        }}
        className="flex flex-col gap-2 rounded-lg border border-line bg-surface-raised p-4 text-ink shadow-2"
      >
        <div className="flex items-baseline gap-3">
          <h2 className="min-w-0 flex-1 text-base font-medium">{t(`places.${place.name}.title`)}</h2>
          <span className="shrink-0 text-xs tabular-nums text-faint">
            {t("step", { n: at + 1, all: PLACES.length })}
          </span>
        </div>
        <p id="tour-text" aria-live="polite" className="text-sm break-words text-subtle">
          {t(`places.${place.name}.text`)}
        </p>
        <div className="flex items-center gap-2 pt-1">
          {!isLast && (
            <Button size="sm" variant="ghost" onClick={() => step(endTour)}>
              {t("skip")}
            </Button>
          )}
          <span className="flex-1" />
          <Button size="sm" disabled={at === 0} onClick={() => step(previousPlace)}>
            {t("back")}
          </Button>
          <Button ref={next} size="sm" variant="primary" onClick={() => step(nextPlace)}>
            {t(isLast ? "done" : "next")}
          </Button>
        </div>
      </section>
    </div>
  );
}

/** When the focused card closes, focus moves to the text, if that is visible. */
function toText(): void {
  const { scene, centre } = desk();
  if (scene !== null && centre.kind === "writing") openScene(scene)?.writing?.focus();
}
