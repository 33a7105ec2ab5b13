// The font of the text: any name, with installed fonts as suggestions.
import { ChevronDown } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Menu } from "@/components/menu";
import { TextField } from "@/components/text-field";
import { canvasMeasure, FACES, isPresent, type Measure } from "./font-faces";
import { useRowTexts } from "./setting-row";

interface FontFieldProps {
  value: string;
  onChange: (family: string) => void;
}

export function FontField({ value, onChange }: FontFieldProps) {
  const { t } = useTranslation("settings");
  const { label, hint } = useRowTexts("font");
  const measure = useMemo<Measure | null>(canvasMeasure, []);
  const faces = useMemo(
    () => (measure === null ? [] : FACES.filter(({ family }) => isPresent(family, measure))),
    [measure],
  );
  const missing = value.trim() !== "" && measure !== null && !isPresent(value.trim(), measure);
  return (
    <div className="flex items-start gap-2">
      <TextField
        className="flex-1"
        label={label}
        hint={missing ? t("font.missing", { name: value.trim() }) : hint}
        value={value}
        maxLength={100}
        placeholder={t("font.default")}
        onChange={onChange}
      />
      <div className="pt-6.5">
        <Menu
          align="end"
          trigger={<Button icon={ChevronDown}>{t("font.choose")}</Button>}
          items={[
            {
              kind: "choice",
              id: "faces",
              value,
              onChange,
              options: [
                { value: "", label: t("font.default") },
                ...faces.map(({ family, name }) => ({
                  value: family,
                  label: name === "" ? family : `${name}　${family}`,
                })),
              ],
            },
          ]}
        />
      </div>
    </div>
  );
}
