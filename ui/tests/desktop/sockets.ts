// The internet sockets of a process, from the kernel's lists.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A socket that can reach another machine, or be reached. */
export interface InternetSocket {
  kind: string;
  inode: string;
  local: string;
  remote: string;
  listens: boolean;
}

const LISTS = ["tcp", "tcp6", "udp", "udp6", "udplite", "udplite6", "raw", "raw6", "icmp", "icmp6"];
const LISTENING = "0A";

function endpoint(hex: string): string {
  const [address = "", port = ""] = hex.split(":");
  const number = Number.parseInt(port, 16);
  if (address.length !== 8) return `[${address}]:${number}`;
  const bytes = [6, 4, 2, 0].map((at) => Number.parseInt(address.slice(at, at + 2), 16));
  return `${bytes.join(".")}:${number}`;
}

function listed(pid: number, kind: string): InternetSocket[] {
  let list: string;
  try {
    list = readFileSync(`/proc/${pid}/net/${kind}`, "utf8");
  } catch {
    return []; // This kernel does not know the kind, or the process is gone.
  }
  return list
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [, local, remote, state, , , , , , inode] = line.trim().split(/\s+/);
      if (local === undefined || remote === undefined || inode === undefined) return [];
      return [
        { kind, inode, local: endpoint(local), remote: endpoint(remote), listens: state === LISTENING },
      ];
    });
}

/** The internet sockets of a process. Includes its packet sockets: their inode is in none of the lists. */
export function internetSockets(pid: number): InternetSocket[] {
  let inodes: Set<string>;
  try {
    const fds = readdirSync(`/proc/${pid}/fd`);
    inodes = new Set(
      fds.flatMap((fd) => {
        try {
          const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
          return inode === undefined ? [] : [inode];
        } catch {
          return []; // It was closed in the meantime.
        }
      }),
    );
  } catch {
    return [];
  }
  return LISTS.flatMap((kind) => listed(pid, kind)).filter((socket) => inodes.has(socket.inode));
}

/** Polls the sockets of a program; `stop` returns all that were ever seen. */
export function watchSockets(program: { sockets(): InternetSocket[] }): { stop(): Promise<string[]> } {
  const seen = new Set<string>();
  const look = () => {
    for (const { kind, local, remote } of program.sockets()) seen.add(`${kind} ${local} → ${remote}`);
  };
  const timer = setInterval(look, 50);
  return {
    stop: async () => {
      clearInterval(timer);
      look();
      return [...seen];
    },
  };
}
