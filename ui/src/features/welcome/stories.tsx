// The welcome page and the new novel dialog in their states.
import type { ReactNode } from "react";
import { Button } from "@/components/button";
import { openDialog, useDesk } from "@/desk/desk";
import { type FakeAnswers, failure, never } from "@/ipc/fake-host";
import type { Failure, RecentProject } from "@/ipc/types";
import { Stage, sampleApplication } from "@/stories/stage";
import type { Story, StoryContext } from "@/stories/story";
import { NewProjectDialog } from "./new-project-dialog";
import { useOpening } from "./opening";
import { WelcomePage } from "./welcome";

const HOUR = 3_600_000;

function projects(say: StoryContext["say"]): RecentProject[] {
  const now = Date.now();
  const one = (path: string, title: string, ago: number, folder: string, missing = false): RecentProject => ({
    path,
    title,
    name: `${title}.wenfang`,
    folder,
    opened_at: now - ago,
    missing,
  });
  return [
    one("path-1", say("渡口", "The ferry"), 0.1 * HOUR, "/home/ayuan/文稿/长篇"),
    one("path-2", say("长夜书", "The long night"), 20 * HOUR, "/home/ayuan/文稿/长篇"),
    one(
      "path-3",
      say(
        "重生之我在末世种田养鱼顺便拯救了整个被丧尸围困的江南水乡以及后来的许多年",
        "How I was born again and farmed fish at the end of the world, and what became of the river country after",
      ),
      90 * HOUR,
      "/home/ayuan/文稿/旧作/二〇二四/很长很长的文件夹名字/更长更长更长的文件夹名字/最里面的一层",
    ),
    one("path-4", say("江湖夜雨十年灯", "Ten years of rain"), 400 * HOUR, "/media/usb/旧稿", true),
    one("path-5", "", 4000 * HOUR, "/home/ayuan"),
  ];
}

interface PageProps {
  host?: FakeAnswers;
  opening?: Failure;
  broken?: boolean;
  children?: ReactNode;
}

function Page({ host = {}, opening, broken = false, children }: PageProps) {
  return (
    <Stage
      host={host}
      desk={{
        application: {
          ...sampleApplication({ opening: opening ?? null, settings_were_broken: broken }),
          recent: undefined as never,
        },
      }}
    >
      <Fresh />
      <div className="h-170 overflow-hidden rounded-lg border border-line">
        <WelcomePage />
      </div>
      {children}
    </Stage>
  );
}

function Fresh() {
  useOpening.setState({ busy: null, problem: null, startAnswered: false });
  return null;
}

function Loaded({ say }: StoryContext) {
  return <Page host={{ "recent.list": () => ({ projects: projects(say) }) }} />;
}

const Empty = () => <Page broken host={{ "recent.list": () => ({ projects: [] }) }} />;
const Loading = () => <Page host={{ "recent.list": never }} />;
const Failing = () => <Page host={{ "recent.list": () => Promise.reject(failure("io")) }} />;

function Held({ say }: StoryContext) {
  return (
    <Page
      host={{ "recent.list": () => ({ projects: projects(say) }) }}
      opening={failure("project_held", {
        message: "the project is in use by study (process 4711)",
        details: {
          holder: { host: "study", pid: 4711, since: Date.UTC(2026, 10, 20, 8) },
          path: "path-1",
          name: `${say("渡口", "The ferry")}.wenfang`,
        },
      })}
    />
  );
}

function Damaged({ say }: StoryContext) {
  return (
    <Page
      host={{ "recent.list": () => ({ projects: projects(say) }) }}
      opening={failure("damaged", { details: { path: "path-1", name: "渡口.wenfang" } })}
    />
  );
}

function Creating({ say }: StoryContext) {
  const open = () => {
    useDesk.setState({ dialog: null });
    openDialog({ name: "new-project" });
  };
  return (
    <Stage
      host={{
        "window.choose": () => ({
          path: {
            path: "path-9",
            name: say("长夜书.wenfang", "The long night.wenfang"),
            folder: "/home/ayuan/文稿/长篇",
          },
        }),
        "project.create": () => Promise.reject(failure("file_exists")),
      }}
    >
      <Button data-opens className="w-fit" onClick={open}>
        {say("新建作品…", "New Novel…")}
      </Button>
      <NewProjectDialog />
    </Stage>
  );
}

const group = "Welcome";

export const stories: Story[] = [
  { id: "welcome", group, title: "Welcome", render: Loaded },
  { id: "welcome-empty", group, title: "First start, broken settings", render: Empty },
  { id: "welcome-loading", group, title: "Loading", render: Loading },
  { id: "welcome-failing", group, title: "Recent list failed", render: Failing },
  { id: "welcome-held", group, title: "Project held elsewhere", render: Held },
  { id: "welcome-damaged", group, title: "Project damaged", render: Damaged },
  { id: "new-project", group, title: "New project dialog", render: Creating },
];
