import { call } from "@/ipc/host";
import { useDesk } from "./desk";

export async function setFullScreen(fullScreen: boolean): Promise<void> {
  useDesk.setState({ fullScreen });
  await call("window.set_full_screen", { full_screen: fullScreen });
}
