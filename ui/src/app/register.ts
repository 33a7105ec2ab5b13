// All commands of the window.
import { register } from "@/commands/registry";
import { features } from "./features";

export function registerAll(): void {
  register(features.flatMap(({ commands }) => commands ?? []));
}
