// Above the text: the current line, if the scene has more than one.
import { useTranslation } from "react-i18next";
import { Select } from "@/components/select";
import { attempt } from "@/desk/attempt";
import { useDesk } from "@/desk/desk";
import { useAnswer } from "@/ipc/queries";
import type { SceneId } from "@/ipc/types";
import { openLine } from "./acts";
import { branchName } from "./names";

export function OpenLine({ scene }: { scene: SceneId }) {
  const { t } = useTranslation("versions");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const branches = useAnswer("branch.list", { scene }).data?.branches ?? [];
  const open = branches.find((branch) => branch.open);
  if (branches.length < 2 || open === undefined) return null;
  const sorted = [...branches].sort((a, b) => Number(b.main) - Number(a.main) || a.branch - b.branch);
  const choose = (value: string) => {
    const branch = branches.find((one) => String(one.branch) === value);
    if (branch !== undefined) void attempt(() => openLine(scene, branch.branch, branchName(branch, t)));
  };
  return (
    <Select
      label={t("branches.open")}
      hideLabel
      size="sm"
      className="max-w-40 min-w-16"
      value={String(open.branch)}
      disabled={!writable}
      onChange={choose}
      options={sorted.map((branch) => ({ value: String(branch.branch), label: branchName(branch, t) }))}
    />
  );
}
