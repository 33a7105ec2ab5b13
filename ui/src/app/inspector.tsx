// The inspector: the tabs of all features. It keeps the focus when the focused element in it is removed.
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useKeptFocus } from "@/components/lost-focus";
import { Tabs } from "@/components/tabs";
import { useDesk } from "@/desk/desk";
import { slot, tabs } from "./features";

const TABS = tabs.map(({ id, icon, content }) => ({ id, icon, content: content(slot) }));

export function Inspector() {
  const { t } = useTranslation("app");
  const tab = useDesk((state) => state.tab);
  const pane = useRef<HTMLDivElement>(null);
  useKeptFocus(pane);
  return (
    <div ref={pane} className="h-full outline-hidden">
      <Tabs
        label={t("inspectorTabs")}
        orientation="rail"
        value={tab}
        onChange={(next) => useDesk.setState({ tab: next })}
        className="h-full"
        items={TABS.map((tab) => ({ ...tab, label: t(`tabs.${tab.id}`) }))}
      />
    </div>
  );
}
