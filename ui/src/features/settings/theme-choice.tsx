// The five themes, each as a small page in its own colours.
import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { Field, useFieldIds } from "@/components/field";
import type { Theme } from "@/ipc/types";
import { useRowTexts } from "./setting-row";

const THEMES: readonly Theme[] = ["system", "light", "dark", "paper", "green"];

export function ThemeChoice({ value, onChange }: { value: Theme; onChange: (theme: Theme) => void }) {
  const { t } = useTranslation("settings");
  const { label, hint } = useRowTexts("theme");
  const ids = useFieldIds(hint, undefined);
  return (
    <Field label={label} hint={hint} plainLabel ids={ids}>
      <RadioGroup
        value={value}
        onValueChange={(next: Theme) => onChange(next)}
        aria-labelledby={`${ids.id}-label`}
        aria-describedby={ids.describedBy}
        className="flex flex-wrap gap-2.5 py-0.5"
      >
        {THEMES.map((theme) => (
          <Radio.Root
            key={theme}
            nativeButton
            value={theme}
            render={<button type="button" />}
            aria-label={t(`commands.themes.${theme}`)}
            className="group flex w-20 flex-col gap-1.5 rounded-lg text-left"
          >
            <span
              aria-hidden
              className={cx(
                "flex h-13 w-full overflow-hidden rounded-lg border border-line-strong/60 transition-colors",
                "group-data-checked:border-accent group-data-checked:ring-1 group-data-checked:ring-accent",
              )}
            >
              {theme === "system" ? (
                <>
                  <Page theme="light" />
                  <Page theme="dark" />
                </>
              ) : (
                <Page theme={theme} />
              )}
            </span>
            <span
              aria-hidden
              className="truncate text-center text-xs text-subtle group-data-checked:text-ink"
            >
              {t(`commands.themes.${theme}`)}
            </span>
          </Radio.Root>
        ))}
      </RadioGroup>
    </Field>
  );
}

function Page({ theme }: { theme: Exclude<Theme, "system"> }) {
  return (
    <span data-theme={theme} className="flex min-w-0 flex-1 bg-surface">
      <span className="w-1/4 border-r border-line bg-surface-sunken" />
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-1 bg-page px-1.5">
        <span className="h-0.5 w-3/5 rounded-full bg-ink" />
        <span className="h-0.5 w-full rounded-full bg-faint" />
        <span className="h-0.5 w-4/5 rounded-full bg-faint" />
        <span className="h-0.5 w-2/5 rounded-full bg-accent" />
      </span>
    </span>
  );
}
