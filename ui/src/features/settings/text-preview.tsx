// Two sample paragraphs in the novel's language, in the chosen appearance.
import { useTranslation } from "react-i18next";
import { useDesk } from "@/desk/desk";
import type { NovelLanguage, Settings } from "@/ipc/types";
import { fontList } from "./font-faces";

const PROSE: Record<NovelLanguage, readonly string[]> = {
  zh: [
    "船靠岸时天还没有亮，雾从江面上漫过来。他收了伞，听见对岸有人喊：“等一等——”",
    "没有人应声，只有水拍着船帮。",
  ],
  en: [
    "The ferry came in before dawn, and the mist lay on the river in folds. He shut his umbrella; somebody called from the other bank: “Wait—”",
    "Nobody answered. The water slapped at the hull.",
  ],
  ja: [
    "船が岸に着いたとき、夜はまだ明けていなかった。傘をたたむと、対岸から声がした。「待ってくれ――」",
    "答える者はなく、水が船べりを打つばかりだった。",
  ],
};

export function TextPreview({ settings }: { settings: Settings }) {
  const { t, i18n } = useTranslation("settings");
  const ofNovel = useDesk(({ project }) => project?.language ?? null);
  const language = ofNovel ?? (i18n.language === "en" ? "en" : "zh");
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-xs text-faint">{t("preview")}</figcaption>
      <div
        role="img"
        aria-label={t("preview")}
        className="h-44 overflow-hidden rounded-lg border border-line bg-page px-5 py-4"
        style={{
          fontSize: settings.font_size,
          lineHeight: settings.line_height,
        }}
      >
        <div className="mx-auto" style={{ maxWidth: `${settings.measure}em` }}>
          {PROSE[language].map((words) => (
            <p
              key={words}
              lang={language}
              style={{
                fontFamily: fontList(settings.font),
                textIndent: `${settings.indent}em`,
                lineBreak: "strict",
              }}
            >
              {words}
            </p>
          ))}
        </div>
      </div>
    </figure>
  );
}
