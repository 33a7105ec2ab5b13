// Chooses a model folder with the system dialog.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { call } from "@/ipc/host";
import { isWorking, takeFolder } from "./work";

/** Asks for a folder and uses the model in it. */
export async function chooseFolder(): Promise<void> {
  if (isWorking()) return;
  const title = i18next.t("meaning:models.chooseTitle");
  const chosen = await attempt(() => call("window.choose", { kind: "model_folder", title }));
  if (chosen?.path != null) await takeFolder(chosen.path.path);
}
