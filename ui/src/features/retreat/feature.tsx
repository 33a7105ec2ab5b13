import type { Feature } from "@/desk/feature";
import { setFullScreen } from "@/desk/full-screen";
import { commands } from "./commands";
import { RetreatDialog } from "./retreat-dialog";

declare module "@/desk/desk" {
  interface Dialogs {
    retreat: unknown;
  }
}

function EnterRetreat() {
  return <RetreatDialog onEnter={() => void setFullScreen(true)} />;
}

export const feature: Feature = {
  place: 320,
  commands,
  dialogs: { EnterRetreat },
};
