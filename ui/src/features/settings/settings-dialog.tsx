// The `settings` dialog: sections on the left, their rows on the right; the search covers all of them. Every change
// applies immediately.
import { Cpu, Palette, PenLine, SearchX, ShieldCheck, Type, Workflow } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { SettingsNotKept } from "@/app/settings-not-kept";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { FilterField } from "@/components/filter-field";
import { Tabs } from "@/components/tabs";
import { closeDialog, useDesk } from "@/desk/desk";
import { keepSettings } from "@/desk/keep-settings";
import { matchingRows, ROW, type RowName, rowsOf, SECTIONS, type Section } from "./rows";
import { TextPreview } from "./text-preview";

const ICONS = {
  appearance: Palette,
  text: Type,
  writing: PenLine,
  models: Cpu,
  automation: Workflow,
  safety: ShieldCheck,
} as const;

/** The dialog, at the given section. */
export function SettingsDialog() {
  const section = useDesk((desk) =>
    desk.dialog?.name === "settings" ? (desk.dialog.section ?? "appearance") : null,
  );
  if (section === null) return null;
  return <SettingsOf key={section} first={SECTIONS.find((name) => name === section) ?? "appearance"} />;
}

function SettingsOf({ first }: { first: Section }) {
  const { t } = useTranslation("settings");
  const [section, setSection] = useState<Section>(first);
  const [query, setQuery] = useState("");
  useEffect(() => () => void keepSettings(), []);
  const found =
    query.trim() === ""
      ? null
      : matchingRows(query, (row) => `${t(`rows.${row}.label`)} ${t(`rows.${row}.hint`)}`);
  const count = found?.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  return (
    <Dialog open size="lg" onClose={closeDialog} title={t("title")}>
      <div className="-mx-5 -mb-5 flex h-[min(42rem,69vh)] flex-col border-t border-line">
        <div className="border-b border-line px-3 py-2">
          <FilterField
            label={t("search")}
            value={query}
            onChange={setQuery}
            count={found === null ? undefined : t("matches", { n: count })}
          />
        </div>
        <SettingsNotKept />
        {found === null ? (
          <Tabs<Section>
            className="flex-1"
            panelClassName="px-8 pb-3"
            orientation="vertical"
            label={t("sectionsLabel")}
            value={section}
            onChange={setSection}
            items={SECTIONS.map((id) => ({
              id,
              label: t(`sections.${id}`),
              icon: ICONS[id],
              content: <Rows section={id} rows={rowsOf(id)} />,
            }))}
          />
        ) : found.length === 0 ? (
          <EmptyState compact icon={SearchX} title={t("noMatch", { query: query.trim() })} />
        ) : (
          <div className="min-h-0 flex-1 overflow-y-auto px-8 pb-3">
            {found.map(({ section: id, rows }) => (
              <section key={id} aria-label={t(`sections.${id}`)}>
                <h2 className="pt-3 text-xs text-faint">{t(`sections.${id}`)}</h2>
                <Rows section={id} rows={rows} />
              </section>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Rows({ section, rows }: { section: Section; rows: readonly RowName[] }) {
  const settings = useDesk((desk) => desk.settings);
  return (
    <>
      {section === "text" && (
        <div className="sticky top-0 z-10 bg-surface-raised pt-3 pb-2">
          <TextPreview settings={settings} />
        </div>
      )}
      {rows.map((row) => {
        const Row = ROW[row];
        return <Row key={row} />;
      })}
    </>
  );
}
