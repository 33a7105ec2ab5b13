// Comparison of two versions of a scene, or one and the working text, in the centre. Esc returns to writing.
import { FileClock, RotateCcw } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { ComparisonBar } from "@/components/comparison-bar";
import { momentName } from "@/components/days";
import { EmptyState } from "@/components/empty-state";
import { FailureState } from "@/components/failure-state";
import { figure } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import type { SelectOption } from "@/components/select";
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
import { older, requestOf, type Sides } from "./sides";

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
const WORKING = "working";
const keyOf = (side: VersionNo | null) => (side === null ? WORKING : String(side));
const sideOf = (key: string) => (key === WORKING ? null : Number(key));
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
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.focus(), []);

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

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || !inside) return;
    event.preventDefault();
    show({ kind: "writing" });
  };
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
  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-label={t("compare.label")}
      onKeyDown={onKeyDown}
      className="flex h-full min-h-0 flex-col bg-page outline-hidden"
    >
      <h2 className="sr-only">{t("compare.label")}</h2>
      <ComparisonBar
        options={names.options}
        left={keyOf(sides.left)}
        right={keyOf(sides.right)}
        onChange={(left, right) => setSides({ left: sideOf(left), right: sideOf(right) })}
        onClose={() => show({ kind: "writing" })}
        labels={{
          left: t("compare.from"),
          right: t("compare.to"),
          swap: t("compare.swap"),
          close: t("compare.close"),
        }}
      />
      {failure !== null ? (
        <div className="mx-auto w-full max-w-140 p-6">
          <FailureState
            failure={failure}
            onRetry={() => {
              again();
              void history.refetch();
              if (request.request !== null) void answer.refetch();
            }}
          />
        </div>
      ) : request.request === null || texts?.hunks.length === 0 ? (
        <EmptyState icon={FileClock} title={t("compare.same")} text={t("compare.sameText")} />
      ) : texts === undefined ? (
        <LoadingState kind="ring" label={t("compare.reading")} />
      ) : (
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
    </section>
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
    const options: SelectOption<string>[] = offered.map(({ version, made, count }) => {
      const branch = branches.find((one) => one.branch === version.branch);
      const parts = [
        version.label === null ? "" : momentName(version.created_at, now, i18n.language),
        t(`made.${made}`),
        branch === undefined || branch.main ? "" : branchName(branch, t),
        t("count", { n: figure(count), context: unit }),
      ];
      return {
        value: String(version.version),
        label: versionName(version, now, i18n.language),
        hint: parts.filter((part) => part !== "").join(" · "),
      };
    });
    options.unshift({ value: WORKING, label: t("workingText") });
    const known = new Map(options.map(({ value, label }) => [value, label]));
    const of = (side: VersionNo | null) => known.get(keyOf(side)) ?? String(side ?? "");
    return { options, of };
  }, [versions, branches, sides, now, rule, unit, t, i18n.language]);
}
