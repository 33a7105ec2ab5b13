// The novel's title, author, language and the target of its chapters. Saved as the author types.
import { useTranslation } from "react-i18next";
import { FailureState, useFailureWords } from "@/components/failure-state";
import { LanguageField } from "@/components/language-field";
import { TargetField } from "@/components/target-field";
import { TextField } from "@/components/text-field";
import { useDesk } from "@/desk/desk";
import { useAct } from "@/desk/use-act";
import { useKept } from "@/desk/use-kept";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ProjectInfo } from "@/ipc/types";

/** Debounce before a name is saved, ms. */
const SAVE_DEBOUNCE = 800;

export function NovelFields({ writable }: { writable: boolean }) {
  const { data } = useAnswer("project.info", {});
  return data === undefined ? null : <Names info={data} writable={writable} />;
}

function Names({ info, writable }: { info: ProjectInfo; writable: boolean }) {
  const { t } = useTranslation("bible");
  const words = useFailureWords();
  const title = useKept({
    stored: info.title,
    keep: async (next) => {
      const { title: kept } = await call("project.describe", { title: next });
      useDesk.setState(({ project }) => ({ project: project && { ...project, title: kept } }));
    },
    after: SAVE_DEBOUNCE,
  });
  const author = useKept({
    stored: info.author,
    keep: (next) => call("project.describe", { author: next }),
    after: SAVE_DEBOUNCE,
  });
  const target = useKept({
    stored: info.chapter_target,
    keep: (next) => call("project.describe", { chapter_target: next }),
    after: SAVE_DEBOUNCE,
  });
  const { failure, act } = useAct();
  const field = (label: string, kept: typeof title) => (
    <TextField
      label={label}
      value={kept.value}
      onChange={kept.change}
      onBlur={kept.flush}
      readOnly={!writable}
      error={kept.failure === null ? undefined : words(kept.failure).title}
    />
  );
  return (
    <div className="flex flex-col gap-3 border-b border-line pb-4">
      {field(t("novelTitle"), title)}
      {field(t("novelAuthor"), author)}
      <LanguageField
        value={info.language}
        disabled={!writable}
        onChange={(language) => void act(() => call("project.describe", { language }))}
      />
      <TargetField
        label={t("chapterTarget")}
        value={target.value}
        disabled={!writable}
        onChange={target.change}
      />
      {failure !== null && <FailureState failure={failure} />}
    </div>
  );
}
