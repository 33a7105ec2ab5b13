// Recently opened projects: one row each, with arrow-key navigation.
import { BookOpen, Ellipsis, FileQuestion, FolderOpen, ListX } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { ContextMenu } from "@/components/context-menu";
import { IconButton } from "@/components/icon-button";
import { Menu } from "@/components/menu";
import type { MenuEntry } from "@/components/menu-items";
import { Spinner } from "@/components/spinner";
import { useToast } from "@/components/toast";
import { novelStem } from "@/desk/file-name";
import { call } from "@/ipc/host";
import type { RecentProject } from "@/ipc/types";
import { findProject, openProject, useOpening } from "./opening";
import { relativeTime } from "./relative-time";

/** The location of a novel, which distinguishes novels with one title. */
function placeOf({ title, name, folder }: RecentProject): string {
  return novelStem(name) === title ? folder : `${name} · ${folder}`;
}

export function RecentList({ projects }: { projects: readonly RecentProject[] }) {
  const { t, i18n } = useTranslation("welcome");
  const toast = useToast();
  const list = useRef<HTMLUListElement>(null);
  const busy = useOpening((opening) => opening.busy);
  const now = Date.now();

  const remove = (project: RecentProject) =>
    void call("recent.forget", { path: project.path }).then(
      () => toast.show(t("recent.removed", { title: project.title || t("recent.untitled") })),
      () => undefined,
    );

  const menuOf = (project: RecentProject): MenuEntry[] => [
    ...(project.missing
      ? [
          {
            id: "find",
            label: t("recent.find"),
            icon: FileQuestion,
            onSelect: () => void findProject(project).catch(() => undefined),
          },
        ]
      : [
          {
            id: "open",
            label: t("recent.open"),
            icon: BookOpen,
            onSelect: () => void openProject(project),
          },
          { id: "read", label: t("recent.openToRead"), onSelect: () => void openProject(project, "read") },
          {
            id: "reveal",
            label: t("recent.reveal"),
            icon: FolderOpen,
            onSelect: () => void call("window.reveal", { path: project.path }).catch(() => undefined),
          },
        ]),
    { kind: "separator", id: "line" },
    { id: "remove", label: t("recent.remove"), icon: ListX, onSelect: () => remove(project) },
  ];

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    const project = projects[at];
    if (to !== undefined) {
      event.preventDefault();
      rows[Math.min(rows.length - 1, Math.max(0, to))]?.focus();
    } else if ((event.key === "Delete" || event.key === "Backspace") && project !== undefined) {
      event.preventDefault();
      remove(project);
      (rows[at + 1] ?? rows[at - 1])?.focus();
    }
  };

  return (
    <ContextMenu
      items={(target) => {
        const path = target.closest("[data-path]")?.getAttribute("data-path");
        const project = projects.find((one) => one.path === path);
        return project === undefined ? [] : menuOf(project);
      }}
    >
      <ul ref={list} aria-label={t("recent.title")} onKeyDown={onKeyDown} className="flex flex-col gap-px">
        {projects.map((project) => {
          const title = project.title || t("recent.untitled");
          const place = placeOf(project);
          return (
            <li key={project.path} data-path={project.path} className="group relative flex items-center">
              <button
                type="button"
                data-row
                aria-busy={busy === project.path || undefined}
                aria-keyshortcuts="Delete"
                title={`${title}\n${place}`}
                onClick={() =>
                  void (project.missing ? findProject(project).catch(() => undefined) : openProject(project))
                }
                className={cx(
                  "flex min-w-0 flex-1 items-baseline gap-3 rounded-md py-1.5 pr-10 pl-2.5 text-left transition-colors",
                  "group-hover:bg-surface-hover -outline-offset-2",
                )}
              >
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className={cx("truncate text-base", project.missing && "text-faint")}>{title}</span>
                  <span className="truncate text-xs text-faint">
                    {project.missing ? `${t("recent.missing")} · ${t("recent.find")} · ${place}` : place}
                  </span>
                </span>
                <span className="flex shrink-0 items-center gap-1.5 text-xs text-faint tabular-nums">
                  {busy === project.path && <Spinner size={13} />}
                  {busy === project.path
                    ? t("recent.opening")
                    : relativeTime(project.opened_at, now, i18n.language)}
                </span>
              </button>
              <div className="absolute right-1.5 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-popup-open:opacity-100">
                <Menu
                  align="end"
                  trigger={<IconButton icon={Ellipsis} size="sm" label={t("recent.more", { title })} />}
                  items={menuOf(project)}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </ContextMenu>
  );
}
