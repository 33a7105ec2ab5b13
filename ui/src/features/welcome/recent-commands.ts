// Recently opened projects, as commands in the menu and the palette.
import { useEffect } from "react";
import type { Command } from "@/commands/command";
import { replaceBehind } from "@/commands/registry";
import { isSameProject, useDesk } from "@/desk/desk";
import { novelStem } from "@/desk/file-name";
import { useAnswer } from "@/ipc/queries";
import type { RecentProject } from "@/ipc/types";
import { openProject } from "./opening";

/** More are on the welcome page. */
const MAX_LISTED = 10;

/** Keeps the commands in sync with the list of projects. */
export function useRecentCommands(): void {
  const { data } = useAnswer("recent.list", {});
  const open = useDesk((state) => state.project);
  useEffect(() => {
    replaceBehind("project.open", recentCommands(data?.projects ?? [], open));
  }, [data, open]);
}

type File = Pick<RecentProject, "name" | "folder">;

/** Commands that open projects, except missing ones and the open one. */
export function recentCommands(projects: readonly RecentProject[], open: File | null): Command[] {
  const listed = projects.filter((project) => !project.missing && !isSameProject(project, open));
  return listed.slice(0, MAX_LISTED).map((project) => ({
    id: `project.recent.${project.path}`,
    title: "welcome:commands.open",
    name: nameAmong(listed, project),
    run: async () => {
      await openProject(project);
    },
  }));
}

/** The title of a novel, with its file or folder if the title is not unique. */
function nameAmong(listed: readonly RecentProject[], { path, title, name, folder }: RecentProject): string {
  const file = novelStem(name);
  const alike = listed.filter((other) => other.path !== path && other.title === title);
  if (title === "" || alike.length === 0) return title || file;
  return `${title} (${alike.some((other) => other.name === name) ? folder : file})`;
}
