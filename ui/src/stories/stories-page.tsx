// The list of stories at the left, the chosen one at the right, theme and language above. All of it is in the address.
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { Segmented } from "@/components/segmented";
import { stories } from "./registry";
import type { Story, StoryContext, StoryLanguage } from "./story";

export const themes = ["light", "dark", "paper", "green"] as const;
export type Theme = (typeof themes)[number];

export interface StoriesPageProps {
  language: StoryLanguage;
  theme: Theme;
  storyId: string | null;
  bare: boolean;
}

function go(change: Record<string, string>) {
  const params = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) params.set(name, value);
  location.search = params.toString();
}

export function StoriesPage({ language, theme, storyId, bare }: StoriesPageProps) {
  const { t } = useTranslation("stories");
  const story = stories.find((one) => one.id === storyId) ?? stories[0];
  const context: StoryContext = { language, say: (zh, en) => (language === "zh" ? zh : en) };
  const shown = story === undefined ? null : <Shown key={story.id} story={story} context={context} />;
  if (bare) {
    return (
      <main className="h-full overflow-y-auto p-6">
        <h1 className="sr-only">{t("title")}</h1>
        {shown}
      </main>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <header className="flex flex-wrap items-center gap-4 border-b border-line px-4 py-2">
        <h1 className="mr-auto text-base font-semibold">{t("title")}</h1>
        <Segmented
          label={t("theme")}
          hideLabel
          value={theme}
          onChange={(next) => go({ theme: next })}
          options={themes.map((name) => ({ value: name, label: t(name) }))}
        />
        <Segmented
          label={t("language")}
          hideLabel
          value={language}
          onChange={(next) => go({ lang: next })}
          options={[
            { value: "zh", label: "中文" },
            { value: "en", label: "English" },
          ]}
        />
      </header>
      <div className="flex min-h-0 flex-1">
        <nav
          aria-label={t("stories")}
          className="w-52 shrink-0 overflow-y-auto border-r border-line bg-surface-sunken p-2"
        >
          {[...new Set(stories.map((one) => one.group))].map((group) => (
            <div key={group} className="mb-3">
              <p className="px-2 py-1 text-xs text-faint">{group}</p>
              {stories
                .filter((one) => one.group === group)
                .map((one) => (
                  <a
                    key={one.id}
                    href={`?${new URLSearchParams({ theme, lang: language, story: one.id })}`}
                    aria-current={one === story ? "page" : undefined}
                    className={cx(
                      "block truncate rounded-md px-2 py-1 hover:bg-surface-hover",
                      one === story && "bg-surface-selected font-medium",
                    )}
                  >
                    {one.title}
                  </a>
                ))}
            </div>
          ))}
        </nav>
        <main className="min-w-0 flex-1 overflow-y-auto p-6">{shown}</main>
      </div>
    </div>
  );
}

function Shown({ story, context }: { story: Story; context: StoryContext }) {
  // Rendered as a component of its own, so that stories may use hooks.
  const Body = story.render;
  return (
    <article data-story={story.id} className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold">{story.title}</h2>
      <Body {...context} />
    </article>
  );
}
