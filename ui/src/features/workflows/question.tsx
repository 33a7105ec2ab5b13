// The question of a step to the author. It waits indefinitely, also across restarts.

import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Disclosure } from "@/components/disclosure";
import { localized } from "@/components/localized";
import { useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import type { NodeRun, RunId } from "@/ipc/types";
import { decide, review } from "./acts";
import { Json } from "./json";

interface QuestionProps {
  run: RunId;
  node: string;
  title: string;
  question: NonNullable<NodeRun["question"]>;
}

export function Question({ run, node, title, question }: QuestionProps) {
  const { t, i18n } = useTranslation("workflows");
  const writable = useDesk(({ project }) => project?.writable === true);
  const { busy, act } = useAct();
  const { kind, message, data, item } = question;
  return (
    <section
      aria-label={t("question.label", { title })}
      className="flex min-w-0 flex-col gap-2 rounded-lg bg-warning-soft p-2.5"
    >
      <p className="text-sm break-words">{localized(message, i18n.language)}</p>
      {data !== null && (
        <Disclosure title={t("question.data")}>
          <Json value={data} />
        </Disclosure>
      )}
      {writable && (
        <div className="flex flex-wrap gap-1.5">
          {kind === "review" && (
            <Button size="sm" onClick={() => review(null)}>
              {t("result.review")}
            </Button>
          )}
          <Button
            size="sm"
            variant="primary"
            busy={busy}
            onClick={() => void act(() => decide(run, { node, item }, "accept"))}
          >
            {t(`question.${kind}.accept`)}
          </Button>
          <Button
            size="sm"
            busy={busy}
            onClick={() => void act(() => decide(run, { node, item }, "decline"))}
          >
            {t(`question.${kind}.decline`)}
          </Button>
        </div>
      )}
    </section>
  );
}
