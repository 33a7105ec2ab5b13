// One proposal in full: its content, confidence, source, and the passage in its paragraph.
import { BookOpen, CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import type { BatchView, ProposalView, Proposed } from "@/ipc/types";
import { showInText } from "./acts";
import { CorrectForm } from "./correct-form";
import type { Refused } from "./decisions";
import { hindrance, phrase } from "./phrase";

interface ProposalCardProps {
  proposal: ProposalView;
  batch: BatchView | undefined;
  refused: Refused | null;
  editing: boolean;
  onAccept: (corrected: Proposed) => void;
  onLeave: () => void;
}

export function ProposalCard(props: ProposalCardProps) {
  const { proposal, batch, refused, editing, onAccept, onLeave } = props;
  const { t } = useTranslation("review");
  const { proposed } = proposal;
  const confidence = Math.round(proposal.confidence * 100);
  return (
    <article
      aria-label={phrase(t, proposed)}
      className="@container mx-auto flex w-full max-w-160 flex-col gap-5 px-6 py-8"
    >
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-faint">
        <Badge tone="accent">{t(`proposed.${proposed.kind}`)}</Badge>
        {proposal.status !== "pending" && <Badge>{t(`status.${proposal.status}`)}</Badge>}
        <span className="tabular-nums">{t("confidence", { n: confidence })}</span>
        <span>{t(`tier.${proposal.tier}`)}</span>
        {batch !== undefined && <span className="min-w-0 truncate">{sourceWords(t, batch.source)}</span>}
      </p>
      {editing ? (
        <CorrectForm key={proposal.id} proposed={proposed} onAccept={onAccept} onCancel={onLeave} />
      ) : (
        <div className="flex flex-col gap-1.5">
          <p className="font-reading text-xl leading-relaxed font-semibold break-words">
            {phrase(t, proposed)}
          </p>
          <More proposed={proposed} />
        </div>
      )}
      <Passage proposal={proposal} />
      {refused !== null && <FailureState failure={refused.failure} />}
    </article>
  );
}

/** The source of a batch. */
export function sourceWords(t: ReturnType<typeof useTranslation<"review">>["t"], source: string): string {
  return source === "text" ? t("source.text") : t("source.other", { source });
}

function More({ proposed }: { proposed: Proposed }) {
  const { t } = useTranslation("review");
  if (proposed.kind === "entity") {
    const aliases = proposed.aliases ?? [];
    const description = proposed.description ?? "";
    return (
      <>
        {aliases.length > 0 && (
          <p className="text-sm break-words text-subtle">
            {t("says.aliases", { aliases: aliases.join("、") })}
          </p>
        )}
        {description !== "" && <p className="text-sm break-words text-subtle">{description}</p>}
      </>
    );
  }
  if (proposed.kind === "alias") return null;
  if (proposed.kind === "event" || proposed.kind === "thread") return <Plot proposed={proposed} />;
  const modality = proposed.modality ?? "narrated";
  const replaces = proposed.kind === "fact" && proposed.replaces === true;
  if (modality === "narrated" && !replaces) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-subtle">
      {modality !== "narrated" && <Badge tone="warning">{t(`modality.${modality}`)}</Badge>}
      {replaces && t("says.replaces")}
    </p>
  );
}

/** Further details of an event or a thread. */
function Plot({ proposed }: { proposed: Extract<Proposed, { kind: "event" | "thread" }> }) {
  const { t } = useTranslation("review");
  const lines = [proposed.description ?? ""];
  if (proposed.kind === "event") {
    const { time = "", place = "", participants = [] } = proposed;
    if (time !== "") lines.push(t("says.time", { time }));
    if (place !== "") lines.push(t("says.place", { place }));
    if (participants.length > 0) lines.push(t("says.participants", { names: participants.join("、") }));
  }
  return lines
    .filter((line) => line !== "")
    .map((line) => (
      <p key={line} className="text-sm break-words text-subtle">
        {line}
      </p>
    ));
}

function Passage({ proposal }: { proposal: ProposalView }) {
  const { t } = useTranslation("review");
  const { place, excerpt, evidence, unproven } = proposal;
  const hindered = hindrance(proposal);
  const chapter =
    place === null
      ? null
      : place.chapter_index === null
        ? t("bin")
        : place.chapter_title || t("place", { n: place.chapter_index + 1 });
  const quote = evidence?.quote ?? unproven ?? "";
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex items-center justify-between gap-3 text-xs text-faint">
        <span className="min-w-0 truncate">{chapter ?? t("quote")}</span>
        {proposal.now !== null && (
          <Button size="sm" variant="ghost" icon={BookOpen} onClick={() => void showInText(proposal)}>
            {t("jump")}
          </Button>
        )}
      </figcaption>
      {excerpt !== null ? (
        <blockquote className="border-l-2 border-line pl-4 font-reading text-base leading-8 break-words text-subtle">
          {excerpt.before}
          <mark className="rounded-sm bg-hit px-0.5 text-ink">{excerpt.found}</mark>
          {excerpt.after}
        </blockquote>
      ) : (
        quote !== "" && (
          <blockquote className="border-l-2 border-line pl-4 font-reading text-base leading-8 break-words text-subtle">
            {quote}
          </blockquote>
        )
      )}
      {hindered !== null && (
        <p id="review-hindrance" className="flex items-start gap-2 text-sm text-warning">
          <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">{t(hindered)}</span>
        </p>
      )}
    </figure>
  );
}
