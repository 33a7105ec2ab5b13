// Words the author said are no names. The list is kept with the project, whole.
import { call } from "@/ipc/host";

async function change(to: (names: readonly string[]) => string[]): Promise<void> {
  const { names } = await call("mentions.ignored", {});
  await call("mentions.ignore", { names: to(names) });
}

/** It is no name and is not hinted at any more. */
export function isNoName(name: string): Promise<void> {
  return change((names) => [...names, name]);
}

/** It may be a name after all. */
export function isName(name: string): Promise<void> {
  return change((names) => names.filter((one) => one !== name));
}
