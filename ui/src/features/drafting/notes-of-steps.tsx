// What the steps of a profile made of a text and found in it, each a way to the report.
import { useTranslation } from "react-i18next";
import { useLocalized } from "@/components/localized";
import { showStep } from "@/desk/shown-step";
import { type Candidate, lettersOf, type Run } from "./run";

interface NotesOfStepsProps {
  run: Run;
  candidate: Candidate;
}

/** Steps that failed, and what the others did to the candidate. */
export function NotesOfSteps({ run, candidate }: NotesOfStepsProps) {
  const { t } = useTranslation("drafting");
  const title = useLocalized();
  const { candidates, steps, phase } = run;
  const { generation, derived, mended, found, foundBy, unmendedBy } = candidate;
  if (phase !== "ready") return null;
  const failed = steps.filter(({ state }) => state === "failed");
  const [first] = failed;
  const notes: { key: string; words: string; step: string | null; isWarning?: boolean }[] = [];
  if (first !== undefined) {
    const words = t("made.failed", {
      n: failed.length,
      titles: failed.map((one) => title(one.title)).join(t("ranked.between")),
    });
    notes.push({ key: "failed", words, step: first.step, isWarning: true });
  }
  if (derived !== null) {
    const parent = candidates.findIndex((one) => one.generation === derived.of);
    const letter = lettersOf(candidates).find(({ at }) => at === parent)?.letter ?? "";
    const known = steps.find(({ step }) => step === derived.step);
    const words = t("made.of", { letter, step: known === undefined ? derived.step : title(known.title) });
    notes.push({ key: "of", words, step: null });
    if (mended !== null)
      notes.push({ key: "mended", words: t("made.mended", { n: mended }), step: derived.step });
  }
  // Of several, each has its findings in the ranking.
  const isAlone = candidates.filter((one) => one.found !== null).length < 2;
  if (found === 0 && isAlone) notes.push({ key: "found", words: t("made.clean"), step: foundBy });
  if (found !== null && found > 0 && isAlone)
    notes.push({ key: "found", words: t("made.found", { n: found }), step: foundBy });
  if (found !== null && found > 0 && unmendedBy !== null)
    notes.push({ key: "unmended", words: t("made.unmended"), step: unmendedBy });
  if (notes.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-2 break-words text-faint tabular-nums">
      {notes.map(({ key, words, step, isWarning = false }) =>
        step === null ? (
          <span key={key}>{words}</span>
        ) : (
          <button
            key={key}
            type="button"
            title={t("made.see")}
            onClick={() => showStep(generation, step)}
            className={`rounded-sm text-left underline decoration-dotted underline-offset-2 hover:text-accent ${isWarning ? "text-warning" : ""}`}
          >
            {words}
          </button>
        ),
      )}
    </p>
  );
}
