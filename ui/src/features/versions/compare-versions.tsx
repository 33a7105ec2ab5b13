// Comparison of two versions of a scene, or one and the working text, in the centre. Esc returns to writing.
import { FileClock, RotateCcw } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import type { Sides } from "@/components/compared-sides";
import { ComparisonFrame, type SideOption } from "@/components/comparison-frame";
import { momentName } from "@/components/days";
import { figure } from "@/components/figures";
import { flipped, TextComparison } from "@/components/text-comparison";
import { useToday } from "@/components/use-today";
import { useChangedLength } from "@/desk/changed-length";
import { useCounting } from "@/desk/counting";
import { show, useDesk } from "@/desk/desk";
import { readingAppearance } from "@/desk/reading-appearance";
import { useSettled } from "@/desk/settled";
import { useAnswer } from "@/ipc/queries";
import type { BranchEntry, SceneId, VersionEntry, VersionNo } from "@/ipc/types";
import { restoreVersion } from "./acts";
import { listVersions } from "./entries";
import { branchName, versionName } from "./names";
import { older, requestOf } from "./sides";

export interface CompareVersionsProps {
  scene: SceneId;
  from: VersionNo;
  /** null: the working text. */
  to: VersionNo | null;
}

export function CompareVersions({ scene, from, to }: CompareVersionsProps) {
  return <Comparison key={`${scene} ${from} ${to}`} scene={scene} from={from} to={to} />;
}

/** Maximum versions offered; named and shown ones always are. */
const MAX_OFFERED = 300;
const NO_VERSIONS: readonly VersionEntry[] = [];
const NO_BRANCHES: readonly BranchEntry[] = [];

function Comparison({ scene, from, to }: CompareVersionsProps) {
  const { t } = useTranslation("versions");
  const [sides, setSides] = useState<Sides>({ left: from, right: to });
  const settings = useDesk((state) => state.settings);
  const writable = useDesk((state) => state.project?.writable ?? false);
  const { settled, failure: unsettled, again } = useSettled();
  const history = useAnswer("scene.history", settled ? { scene } : null);
  const branches = useAnswer("branch.list", settled ? { scene } : null);
  const request = requestOf(scene, sides);
  const answer = useAnswer("scene.compare", settled ? request.request : null);
  const texts = useMemo(
    () => (answer.data === undefined ? undefined : request.flip ? flipped(answer.data) : answer.data),
    [answer.data, request.flip],
  );
  const length = useChangedLength(texts);
  const appearance = useMemo(() => readingAppearance(settings), [settings]);
  const versions = history.data?.versions ?? NO_VERSIONS;
  const names = useNames(versions, branches.data?.branches ?? NO_BRANCHES, sides);
  const old = older(sides);
  const failure = unsettled ?? history.error ?? answer.error;

  const actions = old !== null && (
    <Button
      size="sm"
      icon={RotateCcw}
      disabled={!writable || texts === undefined || texts.hunks.length === 0}
      onClick={() => void restoreVersion(scene, old, names.of(old))}
    >
      <span title={names.of(old)}>{t("compare.restore", { name: names.of(old) })}</span>
    </Button>
  );
  const retry = () => {
    again();
    void history.refetch();
    if (request.request !== null) void answer.refetch();
  };
  const isSame = request.request === null || texts?.hunks.length === 0;
  return (
    <ComparisonFrame
      {...sides}
      label={t("compare.label")}
      options={names.options}
      onChange={setSides}
      closeLabel={t("compare.close")}
      onClose={() => show({ kind: "writing" })}
      failure={failure}
      onRetry={retry}
      same={isSame ? { icon: FileClock, title: t("compare.same"), text: t("compare.sameText") } : null}
      reading={t("compare.reading")}
    >
      {texts !== undefined && (
        <TextComparison
          className="flex-1"
          texts={texts}
          label={t("compare.label")}
          sides={{ before: names.of(sides.left), after: names.of(sides.right) }}
          appearance={appearance}
          length={length}
          actions={actions}
        />
      )}
    </ComparisonFrame>
  );
}

function useNames(versions: readonly VersionEntry[], branches: readonly BranchEntry[], sides: Sides) {
  const { t, i18n } = useTranslation("versions");
  const now = useToday();
  const { rule, unit } = useCounting();
  return useMemo(() => {
    const main = branches.find((branch) => branch.main);
    const history = { scene: 0, main_branch: main?.branch ?? 0, head: 0, versions: [...versions] };
    const offered = listVersions(history, "all", rule).filter(
      ({ version }, at) =>
        at < MAX_OFFERED ||
        version.label !== null ||
        version.version === sides.left ||
        version.version === sides.right,
    );
    const options: SideOption[] = offered.map(({ version, made, count }) => {
      const branch = branches.find((one) => one.branch === version.branch);
      const parts = [
        version.label === null ? "" : momentName(version.created_at, now, i18n.language),
        t(`made.${made}`),
        branch === undefined || branch.main ? "" : branchName(branch, t),
        t("count", { n: figure(count), context: unit }),
      ];
      return {
        side: version.version,
        label: versionName(version, now, i18n.language),
        hint: parts.filter((part) => part !== "").join(" · "),
      };
    });
    options.unshift({ side: null, label: t("workingText") });
    const known = new Map(options.map(({ side, label }) => [side, label]));
    const of = (side: VersionNo | null) => known.get(side) ?? String(side ?? "");
    return { options, of };
  }, [versions, branches, sides, now, rule, unit, t, i18n.language]);
}
