// The `reading` dialog: the scene as it is read.
import { useTranslation } from "react-i18next";
import { Dialog } from "@/components/dialog";
import { closeDialog, useDesk } from "@/desk/desk";
import { openScene } from "@/desk/open-scenes";
import { ReadingText } from "./reading-text";

export function ReadingDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "reading");
  return open ? <Reading /> : null;
}

function Reading() {
  const { t } = useTranslation("reading");
  const scene = useDesk((desk) => desk.scene);
  const language = useDesk((desk) => desk.project?.language);
  const text = scene === null ? "" : (openScene(scene)?.writing?.text() ?? "");
  return (
    <Dialog open closeOnOutsidePress onClose={closeDialog} title={t("title")} size="lg">
      <ReadingText text={text} language={language ?? "zh"} />
    </Dialog>
  );
}
