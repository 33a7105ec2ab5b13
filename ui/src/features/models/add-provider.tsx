// The providers that can be added: local servers first, then internet services, then custom ones.
import { Cloud, Cpu, type LucideIcon, Plug } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { PresetFacts } from "@/ipc/types";
import { go } from "./place";
import { hostOf, sortPresets } from "./presets";

const iconOf = ({ preset, host }: PresetFacts): LucideIcon =>
  preset === "custom" ? Plug : host === "loopback" ? Cpu : Cloud;

export function AddProvider({ presets }: { presets: readonly PresetFacts[] }) {
  const { t } = useTranslation("models");
  const all = sortPresets(presets);
  const groups = [
    { id: "local", presets: all.filter(({ preset, host }) => preset !== "custom" && host === "loopback") },
    { id: "net", presets: all.filter(({ preset, host }) => preset !== "custom" && host !== "loopback") },
    { id: "other", presets: all.filter(({ preset }) => preset === "custom") },
  ];
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 className="text-base font-semibold">{t("add.title")}</h2>
        <p className="text-sm break-words text-subtle">{t("add.text")}</p>
      </div>
      {groups.map(({ id, presets: group }) => (
        <section key={id} aria-label={t(`add.groups.${id}`)} className="flex flex-col gap-2">
          <h3 className="text-xs font-medium text-faint">{t(`add.groups.${id}`)}</h3>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-2">
            {group.map((facts) => (
              <li key={facts.preset} className="flex">
                <PresetCard facts={facts} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function PresetCard({ facts }: { facts: PresetFacts }) {
  const { t } = useTranslation("models");
  const Icon = iconOf(facts);
  const custom = facts.preset === "custom";
  return (
    <button
      type="button"
      onClick={() => go({ at: "new", preset: facts.preset })}
      className="flex min-w-0 flex-1 items-start gap-2.5 rounded-lg border border-line bg-surface-raised px-3 py-2.5 text-left transition-colors hover:border-line-strong hover:bg-surface-hover"
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-subtle" />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="text-sm font-medium break-words">{custom ? t("custom") : facts.name}</span>
        <span className="text-xs break-words text-faint">
          {custom ? t("add.customText") : hostOf(facts.base_url)}
        </span>
        {facts.note !== null && (
          <span className="text-xs break-words text-subtle">{t(`notes.${facts.note}`)}</span>
        )}
      </span>
    </button>
  );
}
