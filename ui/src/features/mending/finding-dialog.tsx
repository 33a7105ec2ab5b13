// The `mend-finding` dialog: mends one finding, in one round.
import { useTranslation } from "react-i18next";
import { useDesk } from "@/desk/desk";
import type { FindingId } from "@/ipc/types";
import { BeginDialog } from "./begin-dialog";
import { useBeginning } from "./use-beginning";

export function MendFindingDialog() {
  const dialog = useDesk((state) => (state.dialog?.name === "mend-finding" ? state.dialog : null));
  if (dialog === null) return null;
  return <Open key={dialog.finding} finding={dialog.finding} words={dialog.words} />;
}

function Open({ finding, words }: { finding: FindingId; words: string }) {
  const { t } = useTranslation("mending");
  const beginning = useBeginning({ finding }, null);
  return <BeginDialog title={t("begin.ofFinding")} description={words} beginning={beginning} />;
}
