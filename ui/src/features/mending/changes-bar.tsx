// The changes that a mending proposes, in the text of their scene: the hunks, the card of the current one, and the bar
// below the text. The list in the panel shows the same.
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { figure } from "@/components/figures";
import { useDesk } from "@/desk/desk";
import { goToScene } from "@/desk/navigation";
import { useAnswer } from "@/ipc/queries";
import type { MendSessionId, SceneId } from "@/ipc/types";
import { showMending } from "./acts";
import { countOf } from "./decisions";
import { FinishQuestion, useFinish } from "./finish";
import { actsOf, KEYS, onProposalKey, runKey } from "./proposal-keys";
import { useMendings } from "./state";
import { Steps } from "./steps";
import { ChangeCard } from "./text-card";
import { useHunkKeys, useHunks } from "./use-hunks";
import { placeName } from "./use-name";
import { useProposal } from "./use-proposal";

interface Looking {
  session: MendSessionId;
  scene: SceneId;
}

/** Shown while the author looks at the changes of a scene. */
export function ChangesBar() {
  const session = useDesk(({ shown }) => shown.mending ?? null);
  const scene = useMendings((state) => state.scene);
  if (session === null || scene === null) return null;
  return <Changes key={`${session}:${scene}`} session={session} scene={scene} />;
}

function Changes({ session, scene }: Looking) {
  const proposal = useProposal(session, scene);
  const open = useDesk((state) => state.scene);
  const writable = useDesk(({ project }) => project?.writable === true);
  const { data: detail } = useAnswer("mend.show", { session });
  const finish = useFinish(session, scene, proposal, "text");
  const { hunks, isShown } = useHunks(scene, proposal);
  const acts = actsOf(proposal, writable, finish.end);
  useHunkKeys(hunks, (event) => runKey(event, acts));
  const { answer, pieces } = proposal;
  if (answer.data === undefined || answer.error !== null || pieces.length === 0) return null;
  if (!isShown) return scene === open ? null : <Elsewhere scene={scene} n={pieces.length} />;
  return (
    <>
      <Bar {...{ session, proposal, writable, acts }} busy={finish.busy} />
      <ChangeCard {...{ scene, proposal, hunks, acts, writable }} issues={detail?.issues ?? []} />
      <FinishQuestion proposal={proposal} finish={finish} />
    </>
  );
}

interface BarProps {
  session: MendSessionId;
  proposal: ReturnType<typeof useProposal>;
  acts: ReturnType<typeof actsOf>;
  writable: boolean;
  busy: boolean;
}

function Bar({ session, proposal, acts, writable, busy }: BarProps) {
  const { t } = useTranslation("mending");
  const { states, at, pieces, go } = proposal;
  const open = countOf(states, "open");
  const place = { n: figure(at + 1), total: figure(pieces.length) };
  return (
    <section
      aria-label={t("proposal.inText")}
      aria-keyshortcuts={KEYS}
      onKeyDown={(event) => onProposalKey(event, acts)}
      className="@container rounded-lg border border-line bg-surface-raised px-3 py-1.5 text-sm text-ink shadow-2"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Badge tone="accent" className="@max-md:hidden">
          {t("proposal.title")}
        </Badge>
        <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 tabular-nums">
          <span aria-hidden>{t("proposal.progressShort", place)}</span>
          <span className="sr-only">{t("proposal.progress", place)}</span>
          <span className="text-xs text-faint @max-md:sr-only">
            {t("proposal.left", {
              accepted: figure(countOf(states, "accepted")),
              refused: figure(countOf(states, "refused")),
              open: figure(open),
            })}
          </span>
        </p>
        <div className="flex flex-wrap items-center gap-1.5">
          <Steps
            at={at}
            count={pieces.length}
            go={(to) => {
              useMendings.setState({ card: "shown" });
              go(to);
            }}
          />
          <Button size="sm" variant="ghost" onClick={() => showMending(session)}>
            {t("proposal.later")}
          </Button>
          {writable && open > 0 && (
            <Button size="sm" onClick={acts.A}>
              {t("proposal.acceptAll")}
            </Button>
          )}
          {writable && (
            <Button size="sm" variant={open > 0 ? "secondary" : "primary"} busy={busy} onClick={acts.Enter}>
              {t("proposal.finish")}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

/** The changes of a scene that is not open. */
function Elsewhere({ scene, n }: { scene: SceneId; n: number }) {
  const { t } = useTranslation("mending");
  const { data: outline } = useAnswer("manuscript.outline", {});
  const name = (outline !== undefined && placeName(t, outline, scene)) || t("unnamed");
  return (
    <section
      aria-label={t("proposal.inText")}
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface-raised px-3 py-1.5 text-xs text-subtle shadow-2"
    >
      <p className="min-w-0 flex-1 truncate tabular-nums">
        {t("proposal.elsewhere", { name, n: figure(n) })}
      </p>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          useMendings.setState({ card: "focused" });
          goToScene(scene);
        }}
      >
        {t("proposal.goThere")}
      </Button>
    </section>
  );
}
