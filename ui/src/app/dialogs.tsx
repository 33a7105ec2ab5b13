// All dialogs of the window. Each is shown when the desk says so.

import { AboutDialog } from "@/features/about/about-dialog";
import { BinDialog } from "@/features/bin/bin-dialog";
import { BinderDialogs } from "@/features/binder/binder-dialogs";
import { CreateCheckpointDialog } from "@/features/checkpoints/create-dialog";
import { RestoreCheckpointDialog } from "@/features/checkpoints/restore-dialog";
import { DamageDialog } from "@/features/damage/damage-dialog";
import { DraftingDialogs } from "@/features/drafting/drafting-dialogs";
import { CheckRulesDialog } from "@/features/findings/rules-dialog";
import { GraphDialogs } from "@/features/graph/graph-dialogs";
import { GuideDialog } from "@/features/guide/guide-dialog";
import { AddAliasDialog } from "@/features/lore/add-alias-dialog";
import { ExportLoreDialog } from "@/features/lore/export-dialog";
import { ImportLoreDialog } from "@/features/lore/import-dialog";
import { MergeCardsDialog } from "@/features/lore/merge-dialog";
import { NewLoreDialog } from "@/features/lore/new-lore-dialog";
import { RemovedLoreDialog } from "@/features/lore/removed-dialog";
import { UnknownNamesDialog } from "@/features/lore/unknown-dialog";
import { MeaningDialog } from "@/features/meaning/meaning-dialog";
import { ModelsDialog } from "@/features/models/models-dialog";
import { NoModelDialog } from "@/features/models/no-model-dialog";
import { GoToChapterDialog } from "@/features/palette/go-to-chapter";
import { Palette } from "@/features/palette/palette";
import { ShortcutsDialog } from "@/features/palette/shortcuts-dialog";
import { RenumberDialog } from "@/features/renumber/renumber-dialog";
import { RetreatDialog } from "@/features/retreat/retreat-dialog";
import { SettingsDialog } from "@/features/settings/settings-dialog";
import { SpellingDialog } from "@/features/spelling/spelling-dialog";
import { AnchorThreadDialog } from "@/features/threads/anchor-thread-dialog";
import { EditThreadDialog } from "@/features/threads/edit-thread-dialog";
import { PlaceAnchorDialog } from "@/features/threads/place-anchor-dialog";
import { EditEventDialog } from "@/features/timeline/edit-event-dialog";
import { ExportDialog } from "@/features/transfer/export-dialog";
import { ImportDialog } from "@/features/transfer/import-dialog";
import { UsageDialog } from "@/features/usage/usage-dialog";
import { NewProjectDialog } from "@/features/welcome/new-project-dialog";
import { OpeningProblemDialog } from "@/features/welcome/opening-problem";
import { RunAgainDialog } from "@/features/workflows/run-again-dialog";
import { StartWorkflowDialog } from "@/features/workflows/start-dialog";
import { WorkflowSwitchesDialog } from "@/features/workflows/switches-dialog";
import { setFullScreen } from "./commands";

export function Dialogs() {
  return (
    <>
      <NewProjectDialog />
      <ImportDialog />
      <ExportDialog />
      <SettingsDialog />
      <SpellingDialog />
      <ModelsDialog />
      <MeaningDialog />
      <NoModelDialog />
      <CreateCheckpointDialog />
      <RestoreCheckpointDialog />
      <OpeningProblemDialog />
      <DamageDialog />
      <BinderDialogs />
      <BinDialog />
      <GraphDialogs />
      <DraftingDialogs />
      <RenumberDialog />
      <Palette />
      <GoToChapterDialog />
      <ShortcutsDialog />
      <NewLoreDialog />
      <AddAliasDialog />
      <RemovedLoreDialog />
      <UnknownNamesDialog />
      <MergeCardsDialog />
      <ImportLoreDialog />
      <ExportLoreDialog />
      <EditThreadDialog />
      <AnchorThreadDialog />
      <PlaceAnchorDialog />
      <EditEventDialog />
      <RetreatDialog onEnter={() => void setFullScreen(true)} />
      <UsageDialog />
      <StartWorkflowDialog />
      <RunAgainDialog />
      <WorkflowSwitchesDialog />
      <CheckRulesDialog />
      <GuideDialog />
      <AboutDialog />
    </>
  );
}
