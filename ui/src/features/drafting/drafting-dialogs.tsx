// The dialogs of drafting. Each shows itself when the desk says so.
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
