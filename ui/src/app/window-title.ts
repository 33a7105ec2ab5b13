// What the window is called.
import { novelStem } from "@/desk/file-name";

/** Two novels of one title are told apart by their files, where these have names of their own. */
export function windowTitle({ title, name }: { title: string; name: string }) {
  const file = novelStem(name);
  if (title === "" || title === file) return ["title", { title: title || file }] as const;
  return ["titleOfFile", { title, file }] as const;
}
