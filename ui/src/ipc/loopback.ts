// The host of browser tests: the same commands over loopback HTTP, with a one-time token. Not part of the shipped
// window: only builds in the mode "loopback" contain it.
import type { Host } from "./host";
import type { StreamItem } from "./types";

/** The token is in the fragment of the address, which servers and logs never see. */
const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

export const loopback: Host = {
  call: async (name, request) => {
    const response = await post("/call", { name, request });
    const answer: unknown = await response.json();
    if (!response.ok) throw answer;
    return answer;
  },
  stream: async (name, request, onItem) => {
    const response = await post("/stream", { name, request });
    if (response.body === null) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onItem(JSON.parse(line) as StreamItem);
    }
  },
};
