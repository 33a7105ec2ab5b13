// The inspector's tab 设定: facts about the whole book, standard fields first, then the author's own.
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { FailureState, useFailureWords } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { useDesk } from "@/desk/desk";
import { call, toFailure } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { BibleField } from "@/ipc/types";
import { BibleFieldRow } from "./bible-field";
import { FieldName } from "./field-name";
import { NovelFields } from "./novel-fields";
import { useBible } from "./store";

export function BibleTab() {
  const bible = useAnswer("bible.list", {});
  if (bible.error !== null && bible.data === undefined) {
    return (
      <div className="p-4">
        <FailureState failure={bible.error} onRetry={() => void bible.refetch()} />
      </div>
    );
  }
  if (bible.data === undefined) return <LoadingState rows={10} className="pt-3" />;
  return <Fields fields={bible.data.fields} />;
}

function Fields({ fields }: { fields: readonly BibleField[] }) {
  const { t } = useTranslation("bible");
  const writable = useDesk((state) => state.project?.writable ?? false);
  const adding = useBible((state) => state.adding);
  const words = useFailureWords();
  const [fresh, setFresh] = useState<string | null>(null);
  const nameOf = (field: BibleField) => (field.standard ? t(`fields.${field.key}`) : field.key);
  const wrongName = (name: string) => {
    const taken = fields.some((field) => field.key === name || nameOf(field) === name);
    return taken ? t("taken", { name }) : undefined;
  };
  const add = async (name: string | null) => {
    if (name !== null) {
      try {
        await call("bible.set", { key: name, value: "" });
        setFresh(name);
      } catch (thrown) {
        return words(toFailure(thrown)).title;
      }
    }
    useBible.setState({ adding: false });
    return undefined;
  };
  const standard = fields.filter((field) => field.standard);
  const own = fields.filter((field) => !field.standard);
  const row = (field: BibleField) => (
    <BibleFieldRow
      key={field.key}
      field={field}
      name={nameOf(field)}
      writable={writable}
      fresh={field.key === fresh}
      wrongName={wrongName}
    />
  );
  return (
    <section aria-label={t("title")} className="flex flex-col gap-4 px-4 pt-3 pb-6">
      <NovelFields writable={writable} />
      {standard.map(row)}
      {(own.length > 0 || adding || writable) && (
        <div className="flex flex-col gap-4 border-t border-line pt-4">
          {own.length > 0 && <p className="-mb-2 text-xs font-medium text-faint">{t("ownFields")}</p>}
          {own.map(row)}
          {adding ? (
            <FieldName
              label={t("newName")}
              name=""
              placeholder={t("newNameHint")}
              wrong={wrongName}
              onDone={add}
            />
          ) : (
            writable && (
              <Button
                size="sm"
                variant="ghost"
                icon={Plus}
                className="self-start"
                onClick={() => useBible.setState({ adding: true })}
              >
                {t("add")}
              </Button>
            )
          )}
        </div>
      )}
    </section>
  );
}
