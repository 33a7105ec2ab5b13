// The whole book: its length by the four rules, and its parts.
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { figure, sizeOf } from "@/components/figures";
import { LoadingState } from "@/components/loading-state";
import { useCounting } from "@/desk/counting";
import { useDesk } from "@/desk/desk";
import { usePacedAnswer } from "@/desk/paced-answer";
import { Figure, Part } from "./parts";

const RULES = ["standard", "word", "han", "all"] as const;

export function BookTotals() {
  const { t } = useTranslation("statistics");
  const { rule } = useCounting();
  const isEnglish = useDesk(({ project }) => project?.language === "en");
  const { data: book, error, refetch } = usePacedAnswer("project.info", {});
  if (book === undefined) {
    return error === null ? (
      <LoadingState rows={3} />
    ) : (
      <FailureState failure={error} onRetry={() => void refetch()} />
    );
  }
  const perChapter = book.chapters === 0 ? 0 : Math.round(book.counts[rule] / book.chapters);
  return (
    <Part title={t("book")}>
      <p className="font-reading text-lg break-words">{book.title}</p>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-4">
        {RULES.filter((name) => name !== "han" || !isEnglish || rule === "han").map((name) => (
          <Figure
            key={name}
            name={t(`rules.${name}`)}
            value={figure(book.counts[name])}
            note={name === rule ? t("chosen") : undefined}
          />
        ))}
        <Figure name={t("volumes")} value={figure(book.volumes)} />
        <Figure name={t("chapters")} value={figure(book.chapters)} />
        <Figure name={t("scenes")} value={figure(book.scenes)} />
        <Figure name={t("perChapter")} value={figure(perChapter)} />
        <Figure name={t("versions")} value={figure(book.versions)} />
        <Figure name={t("checkpoints")} value={figure(book.checkpoints)} />
        <Figure name={t("drafts")} value={figure(book.drafts)} />
        <Figure name={t("size")} value={sizeOf(book.bytes)} />
      </dl>
    </Part>
  );
}
