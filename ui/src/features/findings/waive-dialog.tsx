// The `waive-finding` dialog: the form of a finding's row, for other places that show a finding.
import { useTranslation } from "react-i18next";
import { Dialog } from "@/components/dialog";
import { closeDialog, useDesk } from "@/desk/desk";
import { WaiveForm } from "./waive-form";

export function WaiveFindingDialog() {
  const { t } = useTranslation("findings");
  const dialog = useDesk((state) => (state.dialog?.name === "waive-finding" ? state.dialog : null));
  if (dialog === null) return null;
  return (
    <Dialog open onClose={closeDialog} title={t("waive.title")}>
      <WaiveForm finding={{ id: dialog.finding }} begins="intended" onClose={closeDialog} />
    </Dialog>
  );
}
