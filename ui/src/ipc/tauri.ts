// The host in the real window: two commands of the shell.
import { Channel, invoke } from "@tauri-apps/api/core";
import type { Host } from "./host";
import type { StreamItem } from "./types";

export const tauri: Host = {
  call: (name, request) => invoke("call", { name, request }),
  stream: async (name, request, onItem) => {
    let received = 0;
    let all = Number.POSITIVE_INFINITY;
    let complete: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      complete = resolve;
    });
    const channel = new Channel<StreamItem>((item) => {
      received += 1;
      onItem(item);
      if (received >= all) complete();
    });
    // The page fetches long items one by one, so the end of the stream may overtake them.
    all = await invoke<number>("stream", { name, request, channel });
    if (received < all) await arrived;
  },
};
