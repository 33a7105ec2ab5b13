// The options of text for a site: its profile, and chapters copied one after another.
import { Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { ChooseField } from "@/components/choose-field";
import { copyText } from "@/components/copy-text";
import { FailureState } from "@/components/failure-state";
import { Select } from "@/components/select";
import { useOpenChapter } from "@/desk/open-chapter";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import { useAnswer } from "@/ipc/queries";
import type { ChapterId, ChapterView, SiteTextOf, SiteView } from "@/ipc/types";
import type { ExportChoices } from "./export-choices";
import { useSiteWarningWords } from "./site-warning-words";

interface Props {
  choices: ExportChoices;
  change: (changes: Partial<ExportChoices>) => void;
}

export function SiteOptions({ choices, change }: Props) {
  const { t, i18n } = useTranslation("transfer");
  const answer = useAnswer("site.list", {}).data;
  const known = answer?.sites ?? [];
  const chosen = known.find(({ profile }) => profile.key === choices.site);
  return (
    <>
      <Select<string>
        label={t("export.site")}
        value={chosen?.profile.key ?? null}
        placeholder={t("export.chooseSite")}
        onChange={(site) => change({ site })}
        options={known.map((site) => ({
          value: site.profile.key,
          label: nameOf(site, i18n.language, t("export.ownSite")),
        }))}
      />
      {chosen !== undefined && <About site={chosen} />}
      {answer?.invalid.map(({ file, error }) => (
        <p key={file} className="text-xs break-words text-danger">
          {t("export.invalidSite", { file, error })}
        </p>
      ))}
      {chosen !== undefined && <CopyChapters site={chosen.profile.key} />}
    </>
  );
}

/** The name of a site in the language of the window. */
function nameOf(site: SiteView, language: string, own: string): string {
  const { zh, en } = site.profile.name;
  const name = (language.startsWith("zh") ? zh || en : en || zh) || site.profile.key;
  return site.own ? `${name}（${own}）` : name;
}

/** Where the rules of a profile come from. */
function About({ site: { profile } }: { site: SiteView }) {
  const { t, i18n } = useTranslation("transfer");
  const assumes = i18n.language.startsWith("zh") ? profile.assumes.zh : profile.assumes.en;
  return (
    <div className="-mt-3 flex flex-col gap-1 text-xs break-words text-faint">
      <p>{t("export.siteSource", { date: profile.checked, source: profile.source })}</p>
      {assumes !== "" && <p>{assumes}</p>}
    </div>
  );
}

/** Copies a chapter in the form of the site, then offers the next. */
function CopyChapters({ site }: { site: string }) {
  const { t, i18n } = useTranslation("transfer");
  const words = useSiteWarningWords();
  const { chapter: open, chapters } = useOpenChapter();
  const { failure, act } = useAct();
  const [chosen, setChosen] = useState<ChapterId | null>(null);
  const [copied, setCopied] = useState<{ answer: SiteTextOf; isCopied: boolean } | null>(null);
  const current = chosen ?? open?.id ?? chapters[0]?.id ?? null;
  if (current === null) return null;
  const copy = () =>
    act(async () => {
      const asked = call("site.text", { chapter: current, site });
      const isCopied = await copyText(asked.then(({ text }) => text));
      setCopied({ answer: await asked, isCopied });
      const next = chapters[chapters.findIndex(({ id }) => id === current) + 1];
      setChosen(next?.id ?? current);
    });
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <section className="flex flex-col gap-2">
      <div className="flex min-w-0 items-end gap-2">
        <ChooseField
          className="min-w-0 grow"
          label={t("export.copyChapter")}
          value={String(current)}
          onChange={(id) => setChosen(id === null ? null : Number(id))}
          choices={chapters.map((chapter, at) => ({ id: String(chapter.id), label: titleOf(chapter, at) }))}
          none={t("export.openChapter")}
          nothing={t("export.noChapter")}
        />
        <Button icon={Copy} onClick={() => void copy()}>
          {t("export.copy")}
        </Button>
      </div>
      {copied !== null && (
        <div role="status" className="flex flex-col gap-1 text-xs break-words text-subtle">
          <p>
            {t(copied.isCopied ? "export.copied" : "export.notCopied", {
              title: copied.answer.title,
              n: number.format(copied.answer.length),
            })}
          </p>
          {copied.answer.warnings.map((warning) => (
            <p key={JSON.stringify(warning)}>{words(warning)}</p>
          ))}
        </div>
      )}
      {failure !== null && <FailureState failure={failure} />}
    </section>
  );
}

const titleOf = ({ title }: ChapterView, at: number) => (title === "" ? String(at + 1) : title);
