// How much is wrong with a scene after each round: 24 → 9 → 3.
import { useTranslation } from "react-i18next";
import { figure } from "@/components/figures";
import type { MendedSceneView } from "@/ipc/types";
import { weightOf, weightWords } from "./say";

export function Weights({ scene }: { scene: MendedSceneView }) {
  const { t } = useTranslation("mending");
  const { rounds, best_round } = scene;
  if (rounds.length < 2) return null;
  const read = rounds.map(({ round, weight }) =>
    round === 0
      ? t("session.weightAt", { weight: weightOf(weight) })
      : t("session.weightOf", { round: figure(round), weight: weightOf(weight) }),
  );
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-subtle tabular-nums">
      <span className="text-faint">{t("session.weight")}</span>
      <span className="sr-only">{read.join(t("comma"))}</span>
      <span aria-hidden>{weightWords(scene)}</span>
      {best_round !== null && best_round > 0 && best_round !== rounds.at(-1)?.round && (
        <span className="text-faint">{t("session.best", { n: figure(best_round) })}</span>
      )}
    </p>
  );
}
