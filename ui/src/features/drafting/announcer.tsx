// Screen-reader announcements of an act: each state once, and the length every few seconds. Never the text itself.
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import { useLocalized } from "@/components/localized";
import { useDraftLength } from "@/desk/draft-length";
import { endingOf, type Run, workingStep } from "./run";

/** Between two announced counts, ms. */
const ANNOUNCE_INTERVAL = 5000;

export function Announcer({ run }: { run: Run }) {
  const { t } = useTranslation("drafting");
  const { inUnits, unit } = useDraftLength();
  const [announcement, setAnnouncement] = useState("");
  const candidate = run.candidates[run.shown];
  const title = useLocalized();
  const step = workingStep(run);
  const act = t(`acts.${run.request.act}`);
  const open = run.decisions?.filter((decision) => decision === "open").length ?? 0;
  const n = figure(inUnits(candidate?.counted ?? 0));
  const sentence = (): string => {
    if (step !== null) return t("states.step", { title: title(step.title) });
    if (run.phase === "asking") return t("said.asking", { act });
    if (run.phase === "streaming") return t("said.streaming", { act, n, context: unit });
    if (run.phase === "applying" || candidate === undefined) return "";
    return t("said.ready", { act, n, context: unit, ending: t(`endings.${endingOf(candidate)}`) });
  };
  const latest = useRef(sentence);
  latest.current = sentence;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of the profile is announced
  useEffect(() => {
    setAnnouncement(latest.current());
    if (run.phase !== "streaming") return;
    const timer = setInterval(() => setAnnouncement(latest.current()), ANNOUNCE_INTERVAL);
    return () => clearInterval(timer);
  }, [run.phase, step?.step]);

  const judged = run.decisions !== null && open > 0 && open === run.decisions.length;
  return (
    <p aria-live="polite" className="sr-only">
      {[announcement, judged ? t("said.judged", { n: open }) : ""].filter(Boolean).join(" ")}
    </p>
  );
}
