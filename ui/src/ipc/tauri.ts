// The host in the real window: two commands of the shell.
import { Channel, invoke } from "@tauri-apps/api/core";
import type { Host } from "./host";
import type { StreamItem } from "./types";

export const tauri: Host = {
  call: (name, request) => invoke("call", { name, request }),
  stream: async (name, request, onItem) => {
    const channel = new Channel<StreamItem>();
    channel.onmessage = onItem;
    await invoke("stream", { name, request, channel });
  },
};
