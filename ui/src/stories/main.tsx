// The stories page. ?theme=light|dark|paper|green &lang=zh|en &story=<id> &bare=1 (only the story).
import "@/styles/app.css";
import i18next from "i18next";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { startI18n } from "@/app/i18n";
import { registerAll } from "@/app/register";
import { UiProviders } from "@/components/ui-providers";
import { answers } from "@/ipc/queries";
import { resetStores } from "./stores";
import { StoriesPage, themes } from "./stories-page";
import type { StoryLanguage } from "./story";
import * as own from "./words";

const language: StoryLanguage = param("lang") === "en" ? "en" : "zh";
const theme = themes.find((name) => name === param("theme")) ?? "light";

function param(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

document.documentElement.setAttribute("data-theme", theme);
await startI18n(language);
// Parts of the window show the keys of commands.
registerAll();
i18next.addResourceBundle("zh", "stories", own.zh);
i18next.addResourceBundle("en", "stories", own.en);

/** Renders the story of the address; returns the root. */
function show(): Root {
  const root = createRoot(document.getElementById("root") ?? document.body);
  root.render(
    <StrictMode>
      <UiProviders>
        <StoriesPage
          language={language}
          theme={theme}
          storyId={param("story")}
          bare={param("bare") === "1"}
        />
      </UiProviders>
    </StrictMode>,
  );
  return root;
}

let shown = show();

// Tests move from story to story without loading the page again.
addEventListener("popstate", () => {
  shown.unmount();
  answers.clear();
  resetStores();
  shown = show();
});
