import { expect, it } from "vitest";
import type { RecentProject } from "@/ipc/types";
import { recentCommands } from "./recent-commands";

const project = (title: string, name: string, more: Partial<RecentProject> = {}): RecentProject => ({
  path: `${more.folder ?? ""}/${name}`,
  title,
  name: `${name}.wenfang`,
  folder: "~/novels",
  opened_at: 0,
  missing: false,
  ...more,
});

const names = (...all: Parameters<typeof recentCommands>) => recentCommands(...all).map(({ name }) => name);

it("lists existing projects by title, without the open one", () => {
  const all = [
    project("渡口", "dukou"),
    project("", "untitled"),
    project("长夜书", "night", { missing: true }),
  ];
  expect(names(all, null)).toEqual(["渡口", "untitled"]);
  expect(names(all, { name: "dukou.wenfang", folder: "~/novels" })).toEqual(["untitled"]);
});

it("distinguishes projects with one title by file, or by folder if the file names are equal", () => {
  expect(names([project("江上", "a"), project("江上", "b")], null)).toEqual(["江上 (a)", "江上 (b)"]);
  const copies = [project("江上", "a"), project("江上", "a", { folder: "~/old" })];
  expect(names(copies, null)).toEqual(["江上 (~/novels)", "江上 (~/old)"]);
});

it("lists at most ten projects", () => {
  const many = Array.from({ length: 14 }, (_, at) => project(`${at}`, `${at}`));
  expect(names(many, null)).toHaveLength(10);
});
