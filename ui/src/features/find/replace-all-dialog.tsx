// Confirmation before replacing in the whole book: the number of matches and scenes, and that it can be undone.
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { figure } from "@/components/figures";
import { useFind } from "./find";
import { toReplace } from "./hits";
import { replaceAll } from "./replace";

export function ReplaceAllDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("find");
  const { query, replacement, found, leftOut } = useFind();
  if (found === null) return null;
  const { hits, scenes } = toReplace(found, leftOut);
  const n = figure(hits);
  return (
    <ConfirmDialog
      open
      title={
        scenes === null
          ? t("replaceAsk.manyTitle", { n })
          : t("replaceAsk.title", { n, scenes: figure(scenes) })
      }
      text={
        replacement === "" ? t("replaceAsk.removed", { query }) : t("replaceAsk.text", { query, replacement })
      }
      confirmLabel={t("replaceAsk.confirm")}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void replaceAll();
      }}
    />
  );
}
