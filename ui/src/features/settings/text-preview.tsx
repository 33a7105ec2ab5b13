// A paragraph of Chinese and one of English as the text will look.
import { useTranslation } from "react-i18next";
import type { Settings } from "@/ipc/types";
import { fontList } from "./font-faces";

const PROSE = {
  zh: "船靠岸时天还没有亮，雾从江面上漫过来。他收了伞，听见对岸有人喊：“等一等——”",
  en: "The ferry came in before dawn, and the mist lay on the river in folds.",
};

export function TextPreview({ settings }: { settings: Settings }) {
  const { t } = useTranslation("settings");
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
          <p
            lang="zh"
            style={{
              fontFamily: fontList(settings.font),
              textIndent: `${settings.indent}em`,
              lineBreak: "strict",
            }}
          >
            {PROSE.zh}
          </p>
          <p lang="en" style={{ fontFamily: fontList(settings.font), textIndent: `${settings.indent}em` }}>
            {PROSE.en}
          </p>
        </div>
      </div>
    </figure>
  );
}
