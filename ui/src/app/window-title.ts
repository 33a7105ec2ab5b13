// The title of the window.
import { novelStem } from "@/desk/file-name";

/** The file name is shown when it differs from the title, so that two novels with one title can be distinguished. */
export function windowTitle({ title, name }: { title: string; name: string }) {
  const file = novelStem(name);
  if (title === "" || title === file) return ["title", { title: title || file }] as const;
  return ["titleOfFile", { title, file }] as const;
}
