// The question before something is replaced in the whole book: how many hits, in how many scenes, and how to take it back.
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
