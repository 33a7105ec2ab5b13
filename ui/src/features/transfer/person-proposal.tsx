// Proposes the narrative person of the imported text as the bible's point of view, which checks then enforce.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { NovelLanguage, Person } from "@/ipc/types";

const POINT_OF_VIEW = "pov";

/** In Chinese and English, in the form that the point-of-view check reads; it does not check Japanese. */
const VALUES: Record<NovelLanguage, Record<Person, string>> = {
  zh: { first: "第一人称", third: "第三人称" },
  en: { first: "First person", third: "Third person" },
  ja: { first: "一人称", third: "三人称" },
};

export function PersonProposal({ person, language }: { person: Person; language: NovelLanguage }) {
  const { t } = useTranslation("transfer");
  const { data: bible } = useAnswer("bible.list", {});
  const [accepted, setAccepted] = useState(false);
  const { busy, failure, act } = useAct();
  const field = bible?.fields.find(({ key }) => key === POINT_OF_VIEW);
  if (bible === undefined || (!accepted && (field?.locked === true || (field?.value ?? "") !== "")))
    return null;
  const accept = async () => {
    const value = VALUES[language][person];
    if (await act(() => call("bible.set", { key: POINT_OF_VIEW, value }))) setAccepted(true);
  };
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-subtle">
        {t(`import.person.${person}`)}
        <Button size="sm" busy={busy} disabled={accepted} onClick={() => void accept()}>
          {t(accepted ? "import.person.accepted" : "import.person.accept")}
        </Button>
      </p>
      {failure !== null && <FailureState failure={failure} />}
    </>
  );
}
