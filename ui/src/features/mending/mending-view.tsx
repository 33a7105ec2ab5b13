// One mending in place of the findings: the session, or the changes of one of its scenes.
import type { MendSessionId } from "@/ipc/types";
import { ProposalView } from "./proposal-view";
import { SessionView } from "./session-view";
import { useMendings } from "./state";

export interface MendingViewProps {
  session: MendSessionId;
  onBack: () => void;
}

export function Mending({ session, onBack }: MendingViewProps) {
  const scene = useMendings((state) => state.scene);
  if (scene !== null) return <ProposalView key={scene} session={session} scene={scene} />;
  return <SessionView session={session} onBack={onBack} />;
}
