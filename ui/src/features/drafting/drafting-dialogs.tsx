// The dialogs of drafting. The desk decides which one is shown.
import { InstructDialog } from "./instruct-dialog";
import { ConsentDialog, PreviewSendingDialog } from "./sending-dialogs";
import { ValuesDialog } from "./values-dialog";

export function DraftingDialogs() {
  return (
    <>
      <InstructDialog />
      <PreviewSendingDialog />
      <ConsentDialog />
      <ValuesDialog />
    </>
  );
}
