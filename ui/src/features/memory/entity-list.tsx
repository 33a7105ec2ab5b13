// The entities in play, and their state when the scene begins.
import { useTranslation } from "react-i18next";
import { showItem } from "@/desk/desk";
import type { EntityMemory } from "@/ipc/types";
import { ItemList, ItemRow, type ItemsProps } from "./item-row";

export function EntityList({ entities, ...items }: ItemsProps & { entities: readonly EntityMemory[] }) {
  const { t } = useTranslation("memory");
  return (
    <ItemList title={t("entities.title")} n={entities.length} none={t("entities.none")}>
      <ul className="flex min-w-0 flex-col">
        {entities.map(({ id, entity, name, state }) => (
          <ItemRow
            key={id}
            {...items}
            id={id}
            isSendable={entity !== null}
            sendLabel={t("entities.send", { name })}
            goLabel={t("entities.goTo", { name })}
            onGo={entity === null ? null : () => showItem("entity", entity)}
          >
            <h4 className="text-sm font-medium break-words">{name}</h4>
            {entity === null ? (
              <p className="text-xs break-words text-faint">{t("entities.unknown")}</p>
            ) : state === null || state.length === 0 ? (
              <p className="text-xs break-words text-faint">{t("entities.nothing")}</p>
            ) : (
              <ul className="flex min-w-0 flex-col gap-0.5 text-sm text-subtle">
                {state.map((sentence, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: sentences stay in their order
                  <li key={at} className="break-words select-text">
                    {sentence}
                  </li>
                ))}
              </ul>
            )}
          </ItemRow>
        ))}
      </ul>
    </ItemList>
  );
}
