// Events before the scene, in story order.
import { useTranslation } from "react-i18next";
import { showItem } from "@/desk/desk";
import type { EventMemory } from "@/ipc/types";
import { ItemList, ItemRow, type ItemsProps } from "./item-row";
import { beginning } from "./passages";

export function EventList({ events, ...items }: ItemsProps & { events: readonly EventMemory[] }) {
  const { t } = useTranslation("memory");
  return (
    <ItemList title={t("events.title")} n={events.length} none={t("events.none")}>
      <ol className="flex min-w-0 flex-col">
        {events.map(({ id, event, time, text }) => (
          <ItemRow
            key={id}
            {...items}
            id={id}
            sendLabel={t("events.send", { text: beginning(text) })}
            goLabel={t("events.goTo", { text: beginning(text) })}
            onGo={() => showItem("event", event)}
          >
            {time !== "" && <p className="text-xs break-words text-faint">{time}</p>}
            <p className="text-sm break-words select-text">{text}</p>
          </ItemRow>
        ))}
      </ol>
    </ItemList>
  );
}
