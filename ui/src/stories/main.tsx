// The stories page. ?theme=light|dark|paper|green &lang=zh|en &story=<id> &bare=1 (only the story).
import "@/styles/app.css";
import i18next from "i18next";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "@/app/i18n";
import { registerAll } from "@/app/register";
import { UiProviders } from "@/components/ui-providers";
import { StoriesPage, themes } from "./stories-page";
import type { StoryLanguage } from "./story";
import * as own from "./words";

const params = new URLSearchParams(location.search);
const language: StoryLanguage = params.get("lang") === "en" ? "en" : "zh";
const theme = themes.find((name) => name === params.get("theme")) ?? "light";

document.documentElement.setAttribute("data-theme", theme);
await startI18n(language);
// Parts of the window show the keys of commands.
registerAll();
i18next.addResourceBundle("zh", "stories", own.zh);
i18next.addResourceBundle("en", "stories", own.en);

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <UiProviders>
        <StoriesPage
          language={language}
          theme={theme}
          storyId={params.get("story")}
          bare={params.get("bare") === "1"}
        />
      </UiProviders>
    </StrictMode>,
  );
}
