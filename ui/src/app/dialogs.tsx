// Every dialog of the window. Each shows itself when the desk says so.

import { AboutDialog } from "@/features/about/about-dialog";
import { BinDialog } from "@/features/bin/bin-dialog";
import { BinderDialogs } from "@/features/binder/binder-dialogs";
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
import { OpeningProblemDialog } from "@/features/welcome/opening-problem";
import { setFullScreen } from "./commands";

export function Dialogs() {
  return (
    <>
      <NewProjectDialog />
      <ImportDialog />
      <ExportDialog />
      <SettingsDialog />
      <CreateCheckpointDialog />
      <RestoreCheckpointDialog />
      <OpeningProblemDialog />
      <BinderDialogs />
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
