// Going to where a passage stands in the text.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { goToScene } from "@/desk/navigation";
import { notify } from "@/desk/notices";
import { currentText } from "@/desk/open-scenes";
import type { TextMemory } from "@/ipc/types";
import { placeIn } from "./passages";

/** Shows a passage where its words are now; where they are not, its scene, and says so. */
export async function goToPassage(memory: TextMemory): Promise<void> {
  const text = await attempt(() => currentText(memory.scene));
  if (text === undefined) return;
  const place = placeIn(text, memory);
  if (place !== null) return goToScene(memory.scene, { ...place, unit: "utf16" });
  goToScene(memory.scene);
  notify({ text: i18next.t("memory:passages.moved"), detail: i18next.t("memory:passages.movedText") });
}
