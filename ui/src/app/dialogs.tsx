// Every dialog of the window, shown when the desk says so.

import { useDesk } from "@/desk/desk";
import { AboutDialog } from "@/features/about/about-dialog";
import { BinDialog } from "@/features/bin/bin-dialog";
import { CreateCheckpointDialog } from "@/features/checkpoints/create-dialog";
import { RestoreCheckpointDialog } from "@/features/checkpoints/restore-dialog";
import { GoToChapterDialog } from "@/features/palette/go-to-chapter";
import { Palette } from "@/features/palette/palette";
import { ShortcutsDialog } from "@/features/palette/shortcuts-dialog";
import { RenumberDialog } from "@/features/renumber/renumber-dialog";
import { RetreatDialog } from "@/features/retreat/retreat-dialog";
import { SettingsDialog } from "@/features/settings/settings-dialog";
import { ExportDialog } from "@/features/transfer/export-dialog";
import { ImportDialog } from "@/features/transfer/import-dialog";
import { NewProjectDialog } from "@/features/welcome/new-project-dialog";
import { setFullScreen } from "./commands";

export function Dialogs() {
  const dialog = useDesk((state) => state.dialog);
  return (
    <>
      <NewProjectDialog />
      <ImportDialog />
      <ExportDialog />
      <SettingsDialog />
      {dialog?.name === "create-checkpoint" && <CreateCheckpointDialog />}
      {dialog?.name === "restore-checkpoint" && (
        <RestoreCheckpointDialog
          checkpoint={dialog.checkpoint}
          scene={dialog.scene}
          chapter={dialog.chapter}
        />
      )}
      <BinDialog />
      <RenumberDialog />
      <Palette />
      <GoToChapterDialog />
      <ShortcutsDialog />
      <RetreatDialog onEnter={() => void setFullScreen(true)} />
      <AboutDialog />
    </>
  );
}
